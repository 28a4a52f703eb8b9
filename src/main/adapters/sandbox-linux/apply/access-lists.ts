import { runTool } from '../../process-execa/run-tool'

const limits = { env: { LC_ALL: 'C' }, ms: 10_000, maxBytes: 67_108_864, background: false }
/** So many paths fit into one call, however long they are. */
const atOnce = 250

/**
 * The first of these paths whose rights are more than its mode says, or cannot be told. Of a file with an access list the mode has the most that
 * the list gives anybody in the place of its group's rights: another file with that mode gives these to the group. `ls` tells it
 * by a plus behind the mode; names are written without line ends.
 */
export async function firstWithAccessList(paths: readonly string[]): Promise<string | undefined> {
  for (let from = 0; from < paths.length; from += atOnce) {
    const some = paths.slice(from, from + atOnce)
    const { code, printed } = await runTool('/bin/ls', ['-ldnUb', '--', ...some], limits)
    const lines = printed.split('\n')
    const found = some.find((_, at) => !/^[-l][-rwxsStT]{9}[ .]/.test(lines[at] ?? ''))
    if (found !== undefined) return found
    if (code !== 0) return some[0]
  }
  return undefined
}
