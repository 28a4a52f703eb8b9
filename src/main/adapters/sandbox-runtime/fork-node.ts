import { fork } from 'node:child_process'
import type { StartChild } from '../../core/ports/child-program'

/** Starts a program on this very Node, with a channel. Under Electron this does nothing good: see forkUtility. */
export const forkNode: StartChild = ({ program, cwd, env }) => {
  const child = fork(program, [], { cwd, env, execArgv: [], stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
  let reportEnd: ((reason: string) => void) | undefined
  let ended: string | undefined
  const end = (reason: string): void => {
    if (ended !== undefined) return
    ended = reason
    reportEnd?.(reason)
  }
  child.once('error', (error) => {
    end(error.message)
  })
  child.once('exit', (code) => {
    end(`it ended (${String(code)})`)
  })
  // An idle program must not keep the engine from ending; while one is asked something, a timer does.
  child.unref()
  child.channel?.unref()
  return {
    send(message) {
      child.send(message, (error) => {
        if (error) end(error.message)
      })
    },
    onMessage(listener) {
      child.on('message', listener)
    },
    onEnd(listener) {
      reportEnd = listener
      if (ended !== undefined) listener(ended)
    },
    close() {
      if (child.connected) child.disconnect()
    },
  }
}
