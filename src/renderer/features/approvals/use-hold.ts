import { useCallback, useEffect, useRef, useState } from 'react'
import { holdMs } from './arming'

/** A press that counts when it has lasted; `target` is what is being held, undefined for nothing. */
export interface Hold<T> {
  readonly target: T | undefined
  readonly start: (target: T) => void
  readonly release: () => void
}

/** Calls `done` once after a full second of holding. Letting go, losing the window's focus or unmounting ends it. */
export function useHold<T>(done: (target: T) => void): Hold<T> {
  const [target, setTarget] = useState<T>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const finish = useRef(done)
  useEffect(() => {
    finish.current = done
  }, [done])

  const release = useCallback(() => {
    clearTimeout(timer.current)
    timer.current = undefined
    setTarget(undefined)
  }, [])
  const start = useCallback(
    (next: T) => {
      release()
      setTarget(next)
      timer.current = setTimeout(() => {
        release()
        finish.current(next)
      }, holdMs)
    },
    [release],
  )
  useEffect(() => {
    window.addEventListener('blur', release)
    return () => {
      window.removeEventListener('blur', release)
      release()
    }
  }, [release])
  return { target, start, release }
}
