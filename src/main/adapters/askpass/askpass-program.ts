import { connect } from 'node:net'
import { basename, dirname } from 'node:path'

/**
 * What a command of a host starts to ask a person (SSH_ASKPASS): hands its argument to the program of ours that started that command, and prints what comes
 * back. Ends with 1 where nothing does. It is started anew for each question, so it loads nothing else.
 */
function main(): void {
  const {
    COUNTERSIGN_ASKPASS: path = '',
    COUNTERSIGN_ASKPASS_TOKEN: token,
    SSH_ASKPASS_PROMPT: hint,
  } = process.env
  // By a short name, since one of a socket may have no more than a hundred bytes.
  if (path !== '') process.chdir(dirname(path))
  const socket = connect(basename(path) || 'none')
  let said = ''
  socket.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  socket.on('error', () => undefined)
  socket.on('close', () => {
    const answered = said.endsWith('\n')
    if (answered) process.stdout.write(said)
    process.exitCode = answered ? 0 : 1
  })
  socket.write(`${JSON.stringify({ token, prompt: process.argv[2] ?? '', hint })}\n`)
}

main()
