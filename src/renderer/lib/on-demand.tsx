import { useEffect, useState } from 'react'
import type { ComponentType, ReactNode } from 'react'

/** A component that is loaded when it is first drawn, or ahead of that by `load`. */
export interface OnDemand<P extends object> {
  Component: (props: P & { meanwhile?: ReactNode }) => ReactNode
  /** Loads it; what fails here is tried again, and thrown, where it is drawn. */
  load: () => void
}

/**
 * Until it is there `meanwhile` is drawn; then it is drawn at once wherever it stands. React's own `lazy` holds what
 * has come back for 300 ms behind the first thing drawn in its place, and draws that also when the part is there already.
 */
export function onDemand<P extends object>(load: () => Promise<ComponentType<P>>): OnDemand<P> {
  let known: ComponentType<P> | undefined
  const fetch = async (): Promise<ComponentType<P>> => (known ??= await load())
  const Component = ({ meanwhile, ...props }: P & { meanwhile?: ReactNode }): ReactNode => {
    const [Loaded, setLoaded] = useState(() => known)
    const [failure, setFailure] = useState<{ reason: unknown }>()
    useEffect(() => {
      if (Loaded !== undefined) return
      let gone = false
      fetch().then(
        (component) => {
          if (!gone) setLoaded(() => component)
        },
        (reason: unknown) => {
          if (!gone) setFailure({ reason })
        },
      )
      return () => {
        gone = true
      }
    }, [Loaded])
    if (failure !== undefined) throw failure.reason
    if (Loaded === undefined) return meanwhile
    return <Loaded {...(props as unknown as P)} />
  }
  return { Component, load: () => void fetch().catch(() => undefined) }
}
