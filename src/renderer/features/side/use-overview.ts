import type { SessionOverview } from '@shared/domain/session-overview'
import { useEffect, useRef, useState } from 'react'
import { useActions, useAppState } from '../../state/context'

/** What comes within so many milliseconds is read at once. */
const settlesMs = 400

/** A session at a glance, read anew a moment after something happened in it; undefined until it is read. */
export function useOverview(sessionId: string): SessionOverview | undefined {
  const actions = useActions()
  const lastSeq = useAppState((state) => state.transcripts[sessionId]?.lastSeq ?? 0)
  const [known, setKnown] = useState<SessionOverview>()
  const first = useRef(true)
  const reading = useRef(false)
  useEffect(() => {
    const timer = setTimeout(
      () => {
        if (reading.current) return
        reading.current = true
        void actions.lookAtSession(sessionId).then((overview) => {
          reading.current = false
          if (overview !== undefined) setKnown(overview)
        })
      },
      first.current ? 0 : settlesMs,
    )
    first.current = false
    return () => {
      clearTimeout(timer)
    }
  }, [actions, sessionId, lastSeq])
  return known
}
