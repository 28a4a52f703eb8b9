import { colourCode } from './colour-code'
import type { ColourAnswer, ColourJob } from './token'

// A thread of its own, which can be ended: it answers one job after the other, and says first that it is there.
const answer = (message: ColourAnswer | 'ready'): void => {
  self.postMessage(message)
}
self.addEventListener('message', ({ data }: MessageEvent<ColourJob>) => {
  answer(colourCode(data.code, data.language))
})
answer('ready')
