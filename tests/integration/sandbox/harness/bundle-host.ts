import { chmodSync, copyFileSync, mkdtempSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build } from 'vite'
import { tomlModules } from '../../../../scripts/toml-modules.mjs'

const root = resolve(import.meta.dirname, '../../../..')

/** The bundled host and a copy of Node, in a folder that every user may read. Remove the folder afterwards. */
export interface HostBundle {
  readonly folder: string
  readonly script: string
  readonly node: string
}

/** Builds it. Not below /tmp, which is a writable root. */
export async function bundleHost(): Promise<HostBundle> {
  const folder = mkdtempSync('/var/tmp/cs-host-')
  chmodSync(folder, 0o755)
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [tomlModules()],
    resolve: { alias: { '@shared': join(root, 'src/shared') } },
    ssr: { noExternal: true },
    build: {
      ssr: join(import.meta.dirname, 'host.ts'),
      outDir: folder,
      emptyOutDir: false,
      rolldownOptions: { output: { entryFileNames: 'host.mjs' } },
    },
  })
  const node = join(folder, 'node')
  copyFileSync(process.execPath, node)
  chmodSync(node, 0o755)
  return { folder, script: join(folder, 'host.mjs'), node }
}
