// Stands for another engine: listens on a free port of the loopback and prints which.
import { createServer } from 'node:http'

const server = createServer((_, reply) => reply.end('another engine\n'))
server.listen({ port: 0, host: '127.0.0.1' }, () => console.log(server.address().port))
