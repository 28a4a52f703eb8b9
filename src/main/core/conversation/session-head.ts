import type { SessionStatus, SessionSummary } from '@shared/domain/session'
import type { Clock } from '../ports/system'
import { changed, configuredEvent, type SessionChange } from './session-change'
import type { SessionRecord } from './session-record'
import type { SessionParts } from './session-parts'

/** What a session is called and works under: its row in lists, and the head of its record. */
export class SessionHead {
  readonly #record: SessionRecord
  readonly #clock: Clock
  readonly #publish: SessionParts['publish']
  #summary: SessionSummary

  constructor(summary: SessionSummary, record: SessionRecord, { commands, publish }: SessionParts) {
    this.#summary = summary
    this.#record = record
    this.#clock = commands.clock
    this.#publish = publish
  }

  /** The row as it is now. */
  get summary(): SessionSummary {
    return this.#summary
  }

  /** Gives the session a title, which makes it no younger. Throws FaultError `store-failed`, and then it keeps the old one. */
  async rename(title: string): Promise<SessionSummary> {
    await this.#record.note({ type: 'meta', summary: { ...this.#summary, title } })
    this.update({ title })
    return this.#summary
  }

  /** Puts changed settings on record and in force; what changes nothing leaves no trace there. Throws as `rename` does. */
  async configure(change: SessionChange): Promise<SessionSummary> {
    const next = changed(this.#summary, change)
    if (JSON.stringify(next) === JSON.stringify(this.#summary)) return this.#summary
    await this.#record.note({ type: 'meta', summary: next })
    this.update(change)
    this.#record.emit(configuredEvent(this.#summary))
    return this.#summary
  }

  /** Changes the row and tells of it. */
  update(change: SessionChange | (Partial<SessionSummary> & { readonly status?: SessionStatus })): void {
    this.#summary = changed(this.#summary, change)
    this.#publish({ kind: 'session', session: this.#summary })
  }

  /** The row as it is now is a convenience on file, for lists; the events tell the same. */
  note(): void {
    void this.#record.note({ type: 'meta', summary: this.#summary }).catch(() => undefined)
  }

  /** Never before the last change, even when the clock has gone backwards: windows drop what is older. */
  now(): string {
    const now = new Date(this.#clock.now()).toISOString()
    return now > this.#summary.updatedAt ? now : this.#summary.updatedAt
  }
}
