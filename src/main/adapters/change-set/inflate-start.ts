import { constants, inflateSync } from 'node:zlib'
import type { InflateStart } from '../../core/host-link/fleet/binary-size'

/** What a stream of zlib's that may go on behind these bytes begins with. Throws for what is none. */
export const inflateStart: InflateStart = (start) =>
  inflateSync(start, { finishFlush: constants.Z_SYNC_FLUSH })
