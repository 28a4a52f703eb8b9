import { execFileSync } from 'node:child_process'

/**
 * Runs lines with bash, each in a shell of its own that finds no parameters, and gives the words of each call of `probe` in each of them.
 * A line that doubles what it holds in each round of its loops is ended after two seconds of processor, or at 400 MB: what it printed until then counts.
 */
export function probesOfBash(
  lines: readonly string[],
  home: string,
): readonly (readonly (readonly string[])[])[] {
  const probe = `probe() { for each; do printf '%s\\1' "$each"; done; printf '\\2'; }`
  const script = lines
    .map((line) => `( ulimit -S -t 2 -v 400000; set --\n${line}\n) 2> /dev/null; printf '\\3'`)
    .join('\n')
  const out = execFileSync('bash', ['-s'], {
    input: `${probe}\n${script}`,
    env: { HOME: home, PATH: process.env['PATH'], LC_ALL: 'C.UTF-8' },
    maxBuffer: 1e8,
    stdio: ['pipe', 'pipe', 'ignore'],
    cwd: '/',
  })
  const calls = out.toString().split('\x03')
  return lines.map((_, at) => {
    const ran = (calls[at] ?? '').split('\x02').slice(0, -1)
    return ran.map((words) => words.split('\x01').slice(0, -1))
  })
}
