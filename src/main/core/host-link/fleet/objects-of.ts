import { readJson } from '../../text/read-json'
import { LineCutter, tooLong } from '../../text/line-cutter'
import { Claim } from './resources'

/** Of one object; a sandbox template of a thousand lines is a fiftieth of it. */
const mostBytes = 4 * 1024 * 1024

/**
 * The objects that `kubectl get --watch -o json` prints, one behind the other: each ends with a line that is a bracket alone. What is none of ours, or
 * more than a watch may say, is passed over.
 */
export async function* objectsOf(output: AsyncIterable<Uint8Array>): AsyncGenerator<Claim> {
  const cutter = new LineCutter(mostBytes)
  let [text, size] = ['', 0]
  for await (const piece of output)
    for (const line of cutter.push(piece)) {
      const said = line === tooLong ? '' : line.toString()
      size += said.length
      if (size <= mostBytes) text += `${said}\n`
      if (said !== '}') continue
      const object = size <= mostBytes ? readJson(Claim, text) : undefined
      ;[text, size] = ['', 0]
      if (object) yield object
    }
}
