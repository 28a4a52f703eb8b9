import { FaultError, toFault } from '@shared/domain/fault'
import type { Picture } from '../lib/read-picture'
import { readDraft } from '../lib/slash-commands'
import { strings } from '../lib/strings'
import type { AppState } from './app-state'
import { ownPrompts } from './own-prompts'
import { leftBehind, queuedIn, runsTurn, type GivenMessage, type QueuedMessage } from './queued-messages'
import type { SessionActionParts } from './session-actions'

/** What a person can do with the field below a session. None of these rejects; a fault is left at the session. */
export interface ComposerActions {
  setDraft(sessionId: string, text: string): void
  /** Puts the focus into the field of a session, as soon as it is there; undefined: that is done. */
  writeIn(sessionId: string | undefined): void
  /**
   * Sends the draft, a prompt filled in, or does what it commands (`/compact`, `/review`); while a turn runs, a message waits for its
   * end in the queue. The draft comes back when the engine did not take it. `writtenIn`: where it was, whose prompts count; absent: there.
   */
  send(sessionId: string, writtenIn?: string): Promise<void>
  /** Sends a message that was written elsewhere, in the same way; false when the engine did not take it. The draft stays. */
  sendText(sessionId: string, text: string): Promise<boolean>
  /** Takes a message out of the queue. */
  unqueue(sessionId: string, id: number): void
  /** Takes a message out of the queue and puts it before what is in the field. */
  editQueued(sessionId: string, id: number): void
  /** Sends a message of the queue now; a turn that runs is stopped first, and what it waits for is denied with that. */
  sendQueued(sessionId: string, id: number): Promise<void>
  /**
   * Gives a message of the queue to the turn that runs, which goes on. One that ended meanwhile is followed by a turn of its own; what the
   * engine does not take stays in the queue, with the fault told, and so does what a turn ended without.
   */
  steerQueued(sessionId: string, id: number): Promise<void>
  /** Files of the session's folder that fit, the best first; none where that cannot be told. */
  findFiles(sessionId: string, query: string): Promise<readonly string[]>
  /** Files of a folder that no session works in yet, in the same way. */
  findFilesIn(folder: string, query: string): Promise<readonly string[]>
  /** Reads the person's own prompts again. */
  loadPrompts(): Promise<void>
}

/** Makes them over one bridge and one store, and sends the next queued message whenever a turn ends well. */
export function createComposerActions({ bridge, store, attempt }: SessionActionParts): ComposerActions {
  const setDraft = (sessionId: string, text: string): void => {
    store.setState(({ drafts }) => ({ drafts: { ...drafts, [sessionId]: text } }))
  }
  const giveBack = (sessionId: string, text: string): void => {
    const typedSince = store.getState().drafts[sessionId] ?? ''
    setDraft(sessionId, typedSince === '' ? text : `${text}\n${typedSince}`)
  }
  const setQueue = (
    sessionId: string,
    change: (before: readonly QueuedMessage[]) => readonly QueuedMessage[],
  ): void => {
    store.setState((state) => ({
      queued: { ...state.queued, [sessionId]: change(queuedIn(state, sessionId)) },
    }))
  }
  const setPictures = (
    sessionId: string,
    change: (before: readonly Picture[]) => readonly Picture[],
  ): void => {
    store.setState(({ pictures }) => ({
      pictures: { ...pictures, [sessionId]: change(pictures[sessionId] ?? []) },
    }))
  }
  const setGiven = (
    sessionId: string,
    change: (before: readonly GivenMessage[]) => readonly GivenMessage[],
  ): void => {
    store.setState(({ given }) => ({ given: { ...given, [sessionId]: change(given[sessionId] ?? []) } }))
  }
  const start = async (sessionId: string, message: QueuedMessage): Promise<void> => {
    await bridge.request('turn.start', { sessionId, ...inputOf(message) })
  }
  /** A turn that this window had not heard of is no fault: the message waits for its end. */
  const startOrWait = (sessionId: string, message: QueuedMessage): Promise<void> =>
    start(sessionId, message).catch((error: unknown) => {
      if (toFault(error).code !== 'turn-running') throw error
      setQueue(sessionId, (before) => [message, ...before])
    })
  let lastId = 0
  const newMessage = (text: string, pictures: readonly Picture[]): QueuedMessage => {
    lastId += 1
    return { id: lastId, text, pictures }
  }
  const take = (sessionId: string, id: number): QueuedMessage | undefined => {
    const message = queuedIn(store.getState(), sessionId).find((each) => each.id === id)
    setQueue(sessionId, (before) => before.filter((each) => each.id !== id))
    return message
  }

  const sendMessage = async (sessionId: string, text: string, draft: string): Promise<void> => {
    const pictures = store.getState().pictures[sessionId] ?? []
    setDraft(sessionId, '')
    setPictures(sessionId, () => [])
    const message = newMessage(text, pictures)
    if (runsTurn(store.getState(), sessionId)) {
      setQueue(sessionId, (before) => [...before, message])
      return
    }
    const sent = await attempt(sessionId, () => startOrWait(sessionId, message))
    if (sent) return
    giveBack(sessionId, draft)
    setPictures(sessionId, (held) => [...pictures, ...held])
  }

  const loadPrompts = async (): Promise<void> => {
    const found = await bridge.request('prompts.list', {}).catch(() => ({ prompts: [] }))
    store.setState({ prompts: found.prompts })
  }

  const command = async (sessionId: string, draft: string, run: () => Promise<unknown>): Promise<void> => {
    setDraft(sessionId, '')
    const done = await attempt(sessionId, async () => {
      await run()
    })
    if (!done) giveBack(sessionId, draft)
  }

  /** One at a time, the oldest first. What the engine does not take waits on, with the fault told. */
  const sendNext = async (sessionId: string): Promise<void> => {
    const next = queuedIn(store.getState(), sessionId)[0]
    if (next === undefined) return
    take(sessionId, next.id)
    const sent = await attempt(sessionId, () => startOrWait(sessionId, next))
    if (!sent) setQueue(sessionId, (before) => [next, ...before])
  }
  /** What a turn ended without waits in the queue again. */
  const takeBack = (sessionId: string): void => {
    const left = leftBehind(store.getState(), sessionId)
    if (left.length === 0) return
    setGiven(sessionId, (given) => given.filter((each) => !left.includes(each)))
    const messages = left.map(({ text, pictures }) => newMessage(text, pictures))
    setQueue(sessionId, (before) => [...messages, ...before])
  }
  store.subscribe((state: AppState, before: AppState) => {
    const { sessions, transcripts, given } = state
    if (sessions === before.sessions && transcripts === before.transcripts && given === before.given) return
    for (const sessionId of Object.keys(given)) takeBack(sessionId)
    if (sessions === before.sessions) return
    for (const sessionId of Object.keys(state.queued))
      if (runsTurn(before, sessionId) && state.sessions[sessionId]?.status === 'done')
        void sendNext(sessionId)
  })

  return {
    setDraft,
    writeIn(sessionId) {
      store.setState({ writeIn: sessionId })
    },
    loadPrompts,
    findFiles: (sessionId, query) =>
      bridge.request('files.search', { sessionId, query }).then(
        ({ paths }) => paths,
        () => [],
      ),
    findFilesIn: (path, query) =>
      bridge.request('folder.files', { path, query }).then(
        ({ paths }) => paths,
        () => [],
      ),
    async send(sessionId, writtenIn = sessionId) {
      const draft = store.getState().drafts[sessionId] ?? ''
      if (draft.trim() === '') return
      // What is typed before the prompts were read must not go out as it stands.
      const prompts = () => ownPrompts(writtenIn, store.getState())
      if (draft.trim().startsWith('/') && prompts() === undefined) await loadPrompts()
      const meaning = readDraft(draft, prompts() ?? [], store.getState().sessions[sessionId]?.agent)
      switch (meaning.kind) {
        case 'message':
          return sendMessage(sessionId, draft, draft)
        case 'prompt': {
          const { text } = meaning
          if (text !== undefined && text.trim() !== '') return sendMessage(sessionId, text, draft)
          const message = text === undefined ? strings.composer.promptTooLong : strings.composer.promptEmpty
          await attempt(sessionId, () => Promise.reject(new FaultError({ code: 'bad-request', message })))
          return
        }
        case 'built-in': {
          if (runsTurn(store.getState(), sessionId)) return
          const { name, rest } = meaning
          if (name === 'compact')
            await command(sessionId, draft, () => bridge.request('session.compact', { sessionId }))
          if (name === 'review') {
            const target =
              rest === '' ? ({ kind: 'uncommitted' } as const) : ({ kind: 'custom', text: rest } as const)
            await command(sessionId, draft, () => bridge.request('review.start', { sessionId, target }))
          }
        }
      }
    },
    async sendText(sessionId, text) {
      const message = newMessage(text, [])
      if (!runsTurn(store.getState(), sessionId))
        return attempt(sessionId, () => startOrWait(sessionId, message))
      setQueue(sessionId, (before) => [...before, message])
      return true
    },
    unqueue(sessionId, id) {
      take(sessionId, id)
    },
    editQueued(sessionId, id) {
      const message = take(sessionId, id)
      if (message === undefined) return
      giveBack(sessionId, message.text)
      setPictures(sessionId, (held) => [...message.pictures, ...held])
    },
    async sendQueued(sessionId, id) {
      const message = take(sessionId, id)
      if (message === undefined) return
      const sent = await attempt(sessionId, async () => {
        if (runsTurn(store.getState(), sessionId)) await bridge.request('turn.interrupt', { sessionId })
        await start(sessionId, message)
      })
      if (!sent) setQueue(sessionId, (before) => [message, ...before])
    },
    async steerQueued(sessionId, id) {
      const message = take(sessionId, id)
      if (message === undefined) return
      const clientId = crypto.randomUUID()
      const change = (to: readonly GivenMessage[]): void => {
        setGiven(sessionId, (before) => before.flatMap((each) => (each.clientId === clientId ? to : [each])))
      }
      const given = { ...message, clientId, answered: false }
      setGiven(sessionId, (before) => [...before, given])
      const answered = (): void => {
        change([{ ...given, answered: true }])
      }
      const sent = await attempt(sessionId, () =>
        bridge
          .request('turn.steer', { sessionId, clientId, ...inputOf(message) })
          .then(answered, (error: unknown) => {
            const { code } = toFault(error)
            // Whether it was given is seen in the record, when that can be read again.
            if (code === 'connection-failed') {
              answered()
              return undefined
            }
            change([])
            if (code !== 'no-turn') throw error
            return startOrWait(sessionId, message)
          }),
      )
      if (!sent) setQueue(sessionId, (before) => [message, ...before])
    },
  }
}

/** A message as the bridge takes it. */
function inputOf({ text, pictures }: QueuedMessage) {
  const images = pictures.map(({ url }) => ({ type: 'image' as const, image_url: url }))
  return { text, ...(images.length > 0 && { images }) }
}
