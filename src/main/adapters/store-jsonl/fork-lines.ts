import { open } from 'node:fs/promises'
import { isUserMessage } from '../../core/conversation/session-prefix'
import { decodeLine } from './decode-line'
import { readLines } from './read-lines'

const headTypes = /^\{"timestamp":"[^"]{0,40}","type":"(?:session_meta|countersign_summary)"/

/**
 * The bytes of a record that stand strictly before its n-th user message from 0, without the lines that say which
 * session it is. Undefined when there are not so many user messages (docs/spec/records.md). Throws the file system's errors.
 */
export async function forkLines(file: string, beforeUserMessage: number): Promise<Buffer | undefined> {
  const handle = await open(file, 'r')
  try {
    const kept: Buffer[] = []
    let userMessages = 0
    await readLines(handle, (line) => {
      const start = line.toString('latin1', 0, 120)
      const record = start.includes('"type":"response_item"') ? decodeLine(line.toString('utf8')) : undefined
      if (record?.kind === 'item' && isUserMessage(record.item)) {
        userMessages += 1
        if (userMessages > beforeUserMessage) return false
      }
      if (!headTypes.test(start)) kept.push(Buffer.from(line), Buffer.from('\n'))
      return undefined
    })
    return userMessages > beforeUserMessage ? Buffer.concat(kept) : undefined
  } finally {
    await handle.close()
  }
}
