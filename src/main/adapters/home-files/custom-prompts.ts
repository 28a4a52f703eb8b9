import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { CustomPrompt } from '@shared/domain/custom-prompt'
import type { CustomPrompts } from '../../core/ports/home-files'
import type { Log } from '../../core/ports/system'
import { readRegularFile } from '../regular-file/read-regular-file'

/** A prompt is a text of so many bytes at most, and so many are read. */
export const promptLimits = { bytes: 64 * 1024, files: 500 } as const

/** Names that a person can type behind a slash: no spaces, nothing that is not seen. */
const usableName = /^[^\s\p{C}/\\]{1,100}$/u

const said = /^(description|argument[-_]hint)[ \t]*:[ \t]*(.*)$/i

const unquoted = (text: string): string => /^(["'])(.*)\1$/s.exec(text.trim())?.[2] ?? text.trim()

/** The front matter between two lines of `---` at the very beginning, and what stands behind it. */
export function readPrompt(text: string): Pick<CustomPrompt, 'content' | 'description' | 'argumentHint'> {
  const plain = text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n')
  const front = /^---[ \t]*\n(?:(.*?)\n)?---[ \t]*(?:\n|$)/s.exec(plain)
  if (!front) return { content: plain }
  const values = new Map<string, string>()
  for (const line of (front[1] ?? '').split('\n')) {
    const [, key = '', value = ''] = said.exec(line.trim()) ?? []
    if (key !== '' && value.trim() !== '')
      values.set(key.toLowerCase() === 'description' ? 'description' : 'argumentHint', unquoted(value))
  }
  const description = values.get('description')
  const argumentHint = values.get('argumentHint')
  return {
    content: plain.slice(front[0].length),
    ...(description !== undefined && { description }),
    ...(argumentHint !== undefined && { argumentHint }),
  }
}

/**
 * The prompts in `prompts/*.md` of the home: regular files of UTF-8 text within the limits. What is refused (a link, a pipe, a
 * folder, binary or long text, an unusable name) is in the log and left out.
 */
export function createCustomPrompts(home: string, log: Log): CustomPrompts {
  const folder = join(home, 'prompts')

  /** The prompt, or why it is none. */
  async function read(file: string): Promise<CustomPrompt | string> {
    const path = join(folder, file)
    const name = basename(file, '.md')
    if (!usableName.test(name)) return 'expected a name without spaces, of at most 100 characters'
    try {
      const found = await readRegularFile(path, { limit: promptLimits.bytes, links: 'refuse' })
      if (found.kind !== 'read') return 'expected a regular file'
      if (!found.whole) return `expected at most ${String(promptLimits.bytes)} bytes`
      const text = new TextDecoder('utf-8', { fatal: true }).decode(found.bytes)
      return text.includes('\0') ? 'expected text' : { name, path, ...readPrompt(text) }
    } catch (error) {
      return error instanceof TypeError ? 'expected UTF-8' : reasonOf(error)
    }
  }

  return {
    async list() {
      let names: string[]
      try {
        names = await readdir(folder)
      } catch (error) {
        if (!['ENOENT', 'ENOTDIR'].includes(reasonOf(error)))
          log.error(`${folder} cannot be read: ${reasonOf(error)}`)
        return []
      }
      const files = names.filter((name) => name.endsWith('.md')).sort((one, other) => (one < other ? -1 : 1))
      if (files.length > promptLimits.files)
        log.error(`${folder} holds more than ${String(promptLimits.files)} prompts; the others are left out`)
      const prompts: CustomPrompt[] = []
      for (const file of files.slice(0, promptLimits.files)) {
        const prompt = await read(file)
        if (typeof prompt !== 'string') prompts.push(prompt)
        else log.error(`${JSON.stringify(join(folder, file))} is no prompt: ${prompt}`)
      }
      return prompts
    },
  }
}

const reasonOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? String(error)
