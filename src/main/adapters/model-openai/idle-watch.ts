/** Watches for silence. */
export interface IdleWatch {
  /** Something came: the time starts anew. */
  touch(): void
  stop(): void
  /** True once the limit was reached. */
  readonly expired: boolean
}

/** Calls `onIdle` once when `limitMs` pass without a touch. */
export function watchIdle(limitMs: number, onIdle: () => void): IdleWatch {
  let expired = false
  const timer = setTimeout(() => {
    expired = true
    onIdle()
  }, limitMs)
  return {
    touch: () => timer.refresh(),
    stop: () => clearTimeout(timer),
    get expired() {
      return expired
    },
  }
}
