import { createRequire } from 'node:module'
import type { Parser } from 'web-tree-sitter'

/** Loads tree-sitter with its bash grammar. Throws when the wasm files are missing: the installation is broken then. */
export async function loadBashParser(): Promise<Parser> {
  const { Parser: ParserClass, Language } = await import('web-tree-sitter')
  const require = createRequire(import.meta.url)
  await ParserClass.init()
  const parser = new ParserClass()
  parser.setLanguage(await Language.load(require.resolve('tree-sitter-bash/tree-sitter-bash.wasm')))
  return parser
}
