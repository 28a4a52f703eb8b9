import type { SessionEvent } from '@shared/domain/agent-event'
import type { AppCommandId } from '@shared/domain/app-command'
import type { Push } from '@shared/ipc/push'
import type { EngineNotice } from '../../core/engine/engine-service'
import { appendMerged, eventSize } from './merge-events'

type Unnumbered<P> = P extends Push ? Omit<P, 'seq'> : never
type PushBody = Unnumbered<Push>
interface Item {
  readonly body: PushBody
  size: number
}

/** Hands one push to the transport; resolves when the transport can take the next one, rejects when it is dead. */
export type PushSender = (push: Push) => Promise<void>

/** What the queue tells its owner: pushes were thrown away, or the transport failed and the queue has closed itself. */
export interface PushQueueObserver {
  dropped(characters: number): void
  broken(error: unknown): void
}

const delayMs = 16
const batchSize = 64 * 1024
const queueLimit = 4 * 1024 * 1024

/**
 * The pushes of one connection: numbered from 1 when they are sent, batched (one round per 16 ms, or sooner at 64 KB),
 * and held back while the transport is busy. Over 4 MB of backlog everything waiting is dropped and a number is left
 * out, so that the client sees a gap and asks `app.hello` again.
 *
 * For clients: an event whose `seq` is not above the last one seen of its session is old. Because neighbours are
 * merged under the later number, a jump of a session's `seq` is no loss: only a gap in the push `seq` is.
 *
 * Before `start` (the first hello) notices are not queued, the snapshot will contain them; `show` waits for it.
 */
export class PushQueue {
  readonly #send: PushSender
  readonly #observer: PushQueueObserver
  readonly #unmerged = new Map<string, number>()
  #items: Item[] = []
  #size = 0
  #seq = 0
  #state: 'waiting' | 'started' | 'closed' = 'waiting'
  #nextBatchIsNew = false
  #sending = false
  #timer: NodeJS.Timeout | undefined

  constructor(send: PushSender, observer: PushQueueObserver) {
    this.#send = send
    this.#observer = observer
  }

  /** Begins (or goes on) queueing and returns the last number used; everything from now on gets a higher one. */
  start(): number {
    if (this.#state === 'waiting') this.#state = 'started'
    this.#wake()
    return this.#seq
  }

  /** Queues a notice of the engine. Does nothing before `start` and after `close`. */
  offer(notice: EngineNotice): void {
    if (this.#state !== 'started') return
    switch (notice.kind) {
      case 'event':
        this.#addEvent(notice.event)
        break
      case 'item':
        // Windows show events.
        return
      case 'session':
        this.#add({ kind: 'session', session: notice.session }, JSON.stringify(notice.session).length)
        break
      case 'removed':
        this.#add({ kind: 'removed', sessionId: notice.sessionId }, 200)
        break
      case 'sandbox':
        this.#add({ kind: 'sandbox', sandbox: notice.sandbox }, JSON.stringify(notice.sandbox).length)
        break
      case 'servers':
        if (!this.#items.some(({ body }) => body.kind === 'servers')) this.#add({ kind: 'servers' }, 50)
        break
      case 'hosts':
        // A number that is left out has the window ask again.
        if (notice.anew) this.#seq += 1
        this.#add(
          { kind: 'hosts', hosts: [...notice.hosts], ...(notice.ask && { ask: notice.ask }) },
          JSON.stringify([notice.hosts, notice.ask]).length,
        )
        break
      case 'grants':
        this.#add({ kind: 'grants', grants: [...notice.grants] }, JSON.stringify(notice.grants).length)
        break
    }
    this.#limit()
    this.#wake()
  }

  /** Asks the window to show a session, and a request in it. Kept until the first hello. */
  show(sessionId: string, requestId: string | undefined): void {
    if (this.#state === 'closed') return
    this.#add({ kind: 'show', sessionId, ...(requestId === undefined ? {} : { requestId }) }, 200)
    this.#wake()
  }

  /** Has the window run a command of its own. Kept until the first hello. */
  command(command: AppCommandId): void {
    if (this.#state === 'closed') return
    this.#add({ kind: 'command', command }, 50)
    this.#wake()
  }

  /**
   * Keeps a session's events apart until the returned release is called. While a client fetches a session, a merged
   * event could otherwise span the snapshot's last `seq`, and the client would apply its first half twice.
   */
  keepApart(sessionId: string): () => void {
    this.#unmerged.set(sessionId, (this.#unmerged.get(sessionId) ?? 0) + 1)
    return () => {
      const left = (this.#unmerged.get(sessionId) ?? 1) - 1
      if (left === 0) this.#unmerged.delete(sessionId)
      else this.#unmerged.set(sessionId, left)
      this.#nextBatchIsNew = true
    }
  }

  /** Forgets what waits and sends no more. */
  close(): void {
    this.#state = 'closed'
    this.#items = []
    this.#size = 0
    clearTimeout(this.#timer)
  }

  #addEvent(event: SessionEvent): void {
    const size = eventSize(event)
    const last = this.#items.at(-1)
    if (last?.body.kind !== 'events' || last.size >= batchSize || this.#nextBatchIsNew) {
      this.#nextBatchIsNew = false
      this.#add({ kind: 'events', events: [event] }, size)
      return
    }
    if (this.#unmerged.has(event.sessionId)) last.body.events.push(event)
    else appendMerged(last.body.events, event)
    last.size += size
    this.#size += size
  }

  #add(body: PushBody, size: number): void {
    this.#items.push({ body, size })
    this.#size += size
  }

  #limit(): void {
    if (this.#size <= queueLimit) return
    this.#observer.dropped(this.#size)
    const shows = this.#items.filter((item) => item.body.kind === 'show')
    // The empty batch makes the gap visible even if nothing else ever happens.
    this.#items = [{ body: { kind: 'events', events: [] }, size: 0 }, ...shows]
    this.#size = shows.reduce((sum, item) => sum + item.size, 0)
    this.#seq += 1
  }

  #wake(): void {
    if (this.#state !== 'started' || this.#items.length === 0 || this.#sending) return
    if (this.#size >= batchSize) void this.#drain()
    else this.#timer ??= setTimeout(() => void this.#drain(), delayMs)
  }

  async #drain(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#sending = true
    try {
      for (let item = this.#items.shift(); item; item = this.#items.shift()) {
        this.#size -= item.size
        this.#seq += 1
        await this.#send({ seq: this.#seq, ...item.body })
      }
    } catch (error) {
      // After close a failed send is only the transport's end.
      if (this.#state === 'closed') return
      this.close()
      this.#observer.broken(error)
    } finally {
      this.#sending = false
    }
  }
}
