/** The toast of a submission that is safe on this device: gone as soon as an answer has come. */
export function waitsForConnection(message: string) {
  return { title: 'Waiting for connection', message, waits: true } as const
}
