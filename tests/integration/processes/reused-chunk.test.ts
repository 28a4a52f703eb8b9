import { setImmediate as nextRound } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { runProcess } from '../../../src/main/adapters/process-execa/run-process'

const megabytes = 3_000_000

/** What came of a program that prints this letter again and again, by a listener that lets it wait after each chunk where it is `slow`. */
async function printed(letter: string, slow: boolean) {
  const chunks: Buffer[] = []
  const taken = async (): Promise<void> => {
    await nextRound()
  }
  const bytes = (_: string, chunk: Uint8Array): Promise<void> | undefined => {
    chunks.push(Buffer.from(chunk))
    return slow ? taken() : undefined
  }
  const result = await runProcess(
    {
      file: '/bin/sh',
      args: [
        '-c',
        `yes ${letter} | tr -d '\\n' | head -c ${String(megabytes)}; yes ${letter} | tr -d '\\n' | head -c 70000 >&2`,
      ],
      cwd: '/',
      env: { PATH: '/usr/bin:/bin' },
      timeoutMs: 60_000,
    },
    new AbortController().signal,
    Object.assign(() => undefined, { bytes }),
  )
  if (result.kind !== 'exited') throw new Error(result.kind)
  const { output } = result
  const letters = (text: string): string => [...new Set(text)].join('')
  return {
    bytes: Buffer.concat(chunks).length,
    letters: letters(Buffer.concat(chunks).toString()),
    stderr: letters(output.stderr) + String(output.stderr.length),
    stdout: letters(output.stdout.replace(/\n\[.*\]\n/, '')),
    // Each output has a memory of its own besides that of both.
    omitted: output.omittedBytes,
  }
}

test('programs that print at the same time, whoever is slow to listen, get nothing of each other', async () => {
  const letters = ['a', 'b', 'c', 'd']
  const all = await Promise.all(letters.map((letter, at) => printed(letter, at % 2 === 1)))
  expect(all).toEqual(
    letters.map((letter) => ({
      bytes: megabytes + 70_000,
      letters: letter,
      stderr: `${letter}70000`,
      stdout: letter,
      omitted: megabytes + 70_000 - 2 * 256 * 1024,
    })),
  )
})
