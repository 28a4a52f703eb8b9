import { ColourThread } from './syntax/colour-thread'
import type { Token } from './syntax/token'

export type { Token } from './syntax/token'

/** Code of more characters than this has no colours: they would hold the window up. */
const mostCharacters = 200_000
/** Nor has code with a line this long: nobody wrote it by hand. */
const longestLine = 5000

const thread = new ColourThread(
  () => new Worker(new URL('./syntax/colour-worker.ts', import.meta.url), { type: 'module' }),
)

/**
 * Code as coloured pieces, line by line (parted at line feeds): joined, they are the code, character for character, and as
 * untrusted as it was. `language` is a grammar's name, another name of it or a file's ending; one that is not known, or code
 * that is too long or takes too long, comes back plain. It is read in a thread of its own, which is begun with the first call, so that
 * no code holds the window up. Never rejects.
 */
export async function highlight(code: string, language: string): Promise<readonly (readonly Token[])[]> {
  const plain = plainLines(code)
  const name = language.toLowerCase()
  if (name === '' || code.length > mostCharacters || plain.some(([only]) => tooLong(only))) return plain
  return (await thread.colour({ code, language: name })) ?? plain
}

function tooLong(token: Token | undefined): boolean {
  return token !== undefined && token.text.length > longestLine
}

function plainLines(code: string): readonly (readonly Token[])[] {
  return code.split('\n').map((text) => (text === '' ? [] : [{ text }]))
}
