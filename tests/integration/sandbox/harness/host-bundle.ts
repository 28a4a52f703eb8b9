import { chmodSync, copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build } from 'vite'
import type { TestProject } from 'vitest/node'
import { tomlModules } from '../../../../scripts/toml-modules.mjs'

const root = resolve(import.meta.dirname, '../../../..')

/**
 * The bundled host, an ACP agent made with the protocol's own library (tests/fakes/acp-agent.ts) and a copy of Node, in a folder that every user may
 * read. The run of the tests removes it at its end.
 */
export interface HostBundle {
  readonly folder: string
  readonly script: string
  /** Read as it lies in the checkout, with the whole library, it takes five times as long to start. */
  readonly acpAgent: string
  readonly node: string
}

declare module 'vitest' {
  export interface ProvidedContext {
    hostBundle: HostBundle
  }
}

/** Made once for all projects of a run, of which each sets up by itself. */
const shared = globalThis as { hostBundleOfRun?: Promise<HostBundle> }

/** Builds it before the first integration test of a run, once for all files. Not below /tmp, which is a writable root. */
export async function setup(project: TestProject): Promise<() => void> {
  const bundle = await (shared.hostBundleOfRun ??= make())
  project.provide('hostBundle', bundle)
  return () => {
    rmSync(bundle.folder, { recursive: true, force: true })
  }
}

async function make(): Promise<HostBundle> {
  const folder = mkdtempSync('/var/tmp/cs-host-')
  chmodSync(folder, 0o755)
  await bundled(join(import.meta.dirname, 'host.ts'), folder, 'host.mjs')
  await bundled(join(root, 'tests/fakes/acp-agent.ts'), folder, 'acp-agent.mjs')
  const node = join(folder, 'node')
  copyFileSync(process.execPath, node)
  chmodSync(node, 0o755)
  return { folder, script: join(folder, 'host.mjs'), acpAgent: join(folder, 'acp-agent.mjs'), node }
}

/** Makes one file of a program: some tests lay it elsewhere. */
const bundled = (program: string, folder: string, name: string): Promise<unknown> =>
  build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [tomlModules()],
    resolve: { alias: { '@shared': join(root, 'src/shared') } },
    ssr: { noExternal: true },
    build: {
      ssr: program,
      outDir: folder,
      emptyOutDir: false,
      rolldownOptions: { output: { entryFileNames: name } },
    },
  })
