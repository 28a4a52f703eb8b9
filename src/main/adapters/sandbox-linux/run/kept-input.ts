import type { InputSink, ProcessInput } from '../../../core/run/process-input'

/** So many bytes of an input are kept. A process that does not read is given more. */
const mostKept = 256 * 1024

/** An input that each try of a run is given from its beginning. */
export interface KeptInput {
  readonly input: ProcessInput
  /** False: more came than is kept, so that no other try can have it. */
  isWhole(): boolean
}

/** Keeps what is poured into a run that may have to be set up anew; whoever pours notices nothing of it. Undefined for a terminal's, and what talks with its command. */
export function keepInput(given: ProcessInput): KeptInput | undefined {
  if (given.terminal || !given.poured) return undefined
  let kept: (string | Uint8Array)[] | undefined = []
  let size = 0
  let ended = false
  let into: InputSink | undefined
  const whole: InputSink = {
    write(text) {
      const sent = into?.write(text) ?? 'closed'
      if (sent === 'full' || !kept) return sent
      size += Buffer.byteLength(text)
      if (size > mostKept) {
        kept = undefined
        return sent
      }
      // A chunk is its reader's, who goes on with it. Where the process is gone the next one may have it.
      kept.push(typeof text === 'string' ? text : Uint8Array.from(text))
      return 'sent'
    },
    drained: () => into?.drained() ?? Promise.resolve(),
    end() {
      ended = true
      into?.end()
    },
    interrupt: () => into?.interrupt() ?? false,
    resize: (to) => into?.resize(to),
  }
  const attach = (sink: InputSink): void => {
    const isFirst = into === undefined
    into = sink
    if (isFirst) given.attach(whole)
    else {
      for (const each of kept ?? []) sink.write(each)
      if (ended) sink.end()
    }
  }
  return { input: { ...given, attach }, isWhole: () => kept !== undefined }
}
