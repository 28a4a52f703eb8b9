import { closeSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'

const output = 'PASS src/cart/total.test.ts (12 tests) — 1 skipped, 0 failed "ünï" \\ \u001b[32mok\u001b[0m\n'

interface Line {
  readonly argv: readonly string[]
}

/** The command lines that agents run of the corpus of risks, as one text each. */
export function corpusCommands(folder: string): readonly string[] {
  return readFileSync(join(folder, 'risk.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .flatMap((text) => {
      const { argv } = JSON.parse(text) as Line
      return argv[0] === 'bash' && argv.length === 3 ? [argv[2] ?? ''] : []
    })
}

/** One call of Claude Code's and its result, with `bytes` of output. `at` makes it another one than all others. */
function call(at: number, session: string, command: string, bytes: number): string {
  const id = `toolu_${session}_${String(at)}`
  const timestamp = new Date(1_790_000_000_000 + at * 1000).toISOString()
  const about = {
    ...{ isSidechain: false, userType: 'external', cwd: '/home/dev/shop', sessionId: session },
    ...{ version: '2.1.330', gitBranch: 'main', timestamp },
  }
  const edits = at % 3 === 0
  const tool = edits
    ? {
        ...{ type: 'tool_use', id, name: 'Edit' },
        input: {
          file_path: `/home/dev/shop/src/part-${String(at % 97)}.ts`,
          old_string: 'a',
          new_string: output,
        },
      }
    : { type: 'tool_use', id, name: 'Bash', input: { command, description: 'As it is asked' } }
  const text = output.repeat(Math.ceil(bytes / output.length))
  const lines = [
    { ...about, type: 'assistant', message: { role: 'assistant', model: 'm', content: [tool] } },
    {
      ...{ ...about, type: 'user' },
      message: {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: id, content: text, is_error: false }],
      },
      toolUseResult: { stdout: text, stderr: '', interrupted: false },
    },
  ]
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('')
}

/**
 * Writes histories of about so many bytes in files of 10 MB: commands of the corpus, most of them with a word of their own, edits between them,
 * and outputs of 2 to 10 KB. Returns the number of calls.
 */
export function writeHistories(folder: string, bytes: number, corpus: string): number {
  const commands = corpusCommands(corpus)
  mkdirSync(folder, { recursive: true })
  let written = 0
  let at = 0
  for (let file = 0; written < bytes; file++) {
    const session = `00000000-0000-4000-8000-${String(file).padStart(12, '0')}`
    const handle = openSync(join(folder, `${session}.jsonl`), 'w')
    for (let size = 0; size < 10_000_000 && written < bytes;) {
      const own = at % 4 === 0 ? '' : ` # ${String(at)}`
      const text = call(
        at,
        session,
        `${commands[at % commands.length] ?? 'ls'}${own}`,
        2000 + (at % 9) * 1000,
      )
      size += writeSync(handle, text)
      written += Buffer.byteLength(text)
      at += 1
    }
    closeSync(handle)
  }
  return at
}
