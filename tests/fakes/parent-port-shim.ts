// Gives a Node process what an Electron utility process has in place of Node's channel.
const send = process.send?.bind(process)

Object.assign(process, {
  parentPort: {
    postMessage: (message: unknown) => send?.(message),
    on: (_: 'message', listener: (event: { readonly data: unknown }) => void) => {
      process.on('message', (data) => {
        listener({ data })
      })
    },
  },
})
Object.defineProperty(process, 'send', { value: undefined })
