import { join } from 'node:path'
import { build } from 'vite'
import { tomlModules } from '../../scripts/toml-modules.mjs'

const root = join(import.meta.dirname, '../..')

/** Bundles a program of a test for a process of its own; returns the file to start, which lies in the folder. */
export async function buildChild(source: string, folder: string): Promise<string> {
  const outDir = join(folder, 'child')
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [tomlModules()],
    resolve: { alias: { '@shared': join(root, 'src/shared') } },
    ssr: { noExternal: true },
    build: { ssr: source, outDir, rolldownOptions: { output: { entryFileNames: 'child.mjs' } } },
  })
  return join(outDir, 'child.mjs')
}
