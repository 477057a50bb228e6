import { type AddressInfo, connect, createServer } from 'node:net';

// Passes bytes between clients and a server, and does nothing else. No proxy on Node's sockets is cheaper.
const [, , host, port] = process.argv;
const server = createServer({ noDelay: true }, (client) => {
  const target = connect({ host, port: Number(port), noDelay: true });
  client.on('data', (bytes) => target.write(bytes));
  target.on('data', (bytes) => client.write(bytes));
  for (const socket of [client, target]) {
    socket.on('error', () => {});
    socket.on('close', () => {
      client.destroy();
      target.destroy();
    });
  }
});
server.listen(0, '127.0.0.1', () => {
  console.log(JSON.stringify({ port: (server.address() as AddressInfo).port }));
});
