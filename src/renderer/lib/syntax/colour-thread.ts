import type { ColourAnswer, ColourJob } from './token'

/** A thread as far as it is used; what is posted to it is answered in turn, after a first 'ready'. */
export interface Thread {
  addEventListener(type: 'message' | 'error', listener: (event: { readonly data?: unknown }) => void): void
  postMessage(job: ColourJob): void
  terminate(): void
}

interface Waiting {
  readonly job: ColourJob
  readonly done: (answer: ColourAnswer) => void
}

/** Code that takes longer than this has no colours; nobody wrote such for people. */
const limitMs = 2000

/**
 * Colours code in a thread that is begun with the first job. A job that takes too long ends with its thread, and the next one begins
 * another; where no thread can be had, nothing is coloured.
 */
export class ColourThread {
  readonly #start: () => Thread
  readonly #waiting: Waiting[] = []
  #thread: Thread | undefined
  #current: Waiting | undefined
  #ready = false
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(start: () => Thread) {
    this.#start = start
  }

  /** The pieces; undefined where there are none in time. Never rejects. */
  colour(job: ColourJob): Promise<ColourAnswer> {
    return new Promise((done) => {
      this.#waiting.push({ job, done })
      this.#next()
    })
  }

  #next(): void {
    if (this.#current !== undefined) return
    this.#current = this.#waiting.shift()
    if (this.#current === undefined) return
    try {
      this.#thread ??= this.#begin()
    } catch {
      this.#end(undefined) // this page has no threads
      return
    }
    if (this.#ready) this.#post()
  }

  #begin(): Thread {
    const thread = this.#start()
    thread.addEventListener('message', ({ data }) => {
      if (data === 'ready') {
        this.#ready = true
        this.#post()
      } else this.#end(data as ColourAnswer)
    })
    thread.addEventListener('error', () => {
      this.#drop()
    })
    return thread
  }

  #post(): void {
    if (this.#current === undefined) return
    this.#thread?.postMessage(this.#current.job)
    this.#timer = setTimeout(() => {
      this.#drop()
    }, limitMs)
  }

  #drop(): void {
    this.#thread?.terminate()
    this.#thread = undefined
    this.#ready = false
    this.#end(undefined)
  }

  #end(answer: ColourAnswer): void {
    clearTimeout(this.#timer)
    const done = this.#current?.done
    this.#current = undefined
    done?.(answer)
    this.#next()
  }
}
