import type { EffectRule } from '@shared/domain/effect-rule'

/** The wall clock. `now` is milliseconds since the epoch; `sleep` rejects with the signal's reason when aborted. */
export interface Clock {
  now(): number
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

/** Fresh ids: UUID version 7, so that they sort by age. */
export interface Ids {
  next(): string
}

/**
 * Makes the demo's throw-away project and returns its folder. `rules` are the rules of effects that come with the projects made by this
 * engine: each is for one of these projects alone, is on no file, and is gone with the engine.
 */
export interface DemoProject {
  create(): Promise<{ readonly cwd: string }>
  rules(): readonly EffectRule[]
}

/** The system's trash, from which a person can take things back. Throws when there is none; nothing is deleted then. */
export interface Trash {
  put(path: string): Promise<void>
}

/** One line per thing that went wrong, for the diagnostic log; never holds secrets or prompts. */
export interface Log {
  error(message: string, cause?: unknown): void
}
