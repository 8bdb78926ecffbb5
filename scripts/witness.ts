import { once } from 'node:events'
import type { Server } from 'node:http'
import { join } from 'node:path'
import { runCommand } from '#scripts/command-line.ts'
import { httpLog, NoResponse } from '#scripts/witness/http-log.ts'
import { type Contradiction, Witness } from '#scripts/witness/witness.ts'
import {
  WITNESS_LINE,
  type WitnessArguments,
  witnessArguments,
} from '#scripts/witness/witness-arguments.ts'
import { openWitnessFolder, writeEvidence } from '#scripts/witness/witness-files.ts'
import { ownSeed, readSeed, witnessKey } from '#scripts/witness/witness-key.ts'
import { witnessServer } from '#scripts/witness/witness-server.ts'
import { pause } from '#server/events/pause.ts'
import { StartupError } from '#server/platform/startup-error.ts'
import type { Observation } from '#shared/proofs/observe-log.ts'

const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => stopping.abort())

await runCommand(WITNESS_LINE, async (given) => {
  const options = witnessArguments(given)
  try {
    await run(options)
  } catch (error) {
    throw error instanceof StartupError ? error : new StartupError((error as Error).message)
  }
})

async function run(options: WitnessArguments): Promise<void> {
  const store = await openWitnessFolder(options.state)
  const seed = options.key
    ? await readSeed(options.key)
    : await ownSeed(join(options.state, 'witness.key'))
  const key = witnessKey(options.name, seed)
  const onContradiction = (found: Contradiction) => sayContradiction(options.state, found)
  const parts = { store, key, onContradiction, nowMs: Date.now }
  const witness = await Witness.open(parts, options.vkeys)
  if (witness.isAlarmed && !options.keepRunning) {
    throw new Error(`The log has contradicted itself before: the evidence is in ${options.state}.`)
  }
  const server = options.listen === undefined ? undefined : await listen(witness, key, options)
  say(`witness ${key.vkey}`)
  try {
    while (!stopping.signal.aborted) {
      await lookOnce(witness, options.url)
      if (witness.isAlarmed && !options.keepRunning) return
      await pause(options.everySeconds * 1_000, stopping.signal)
    }
  } finally {
    server?.closeAllConnections()
    server?.close()
  }
}

async function lookOnce(witness: Witness, url: string): Promise<void> {
  // After an alarm, there is nothing left to verify.
  if (witness.isAlarmed) return
  try {
    sayFound(await witness.look(httpLog(url)))
  } catch (error) {
    if (!(error instanceof NoResponse)) throw error
    process.stderr.write(`${error.message}\n`)
  }
}

async function sayContradiction(folder: string, found: Contradiction): Promise<void> {
  const file = await writeEvidence(folder, found)
  process.exitCode = 2
  process.stderr.write(
    `The log contradicts what it has shown before (${found.reason}).\n\n` +
      `Seen before:\n${found.kept ?? '(nothing)\n'}\nShown now:\n${found.testimony.note}\n` +
      `Evidence: ${file}\n`,
  )
}

function sayFound(found: Observation): void {
  if (found.outcome === 'unreadable') say('the log shows no checkpoint that can be read')
  else if (found.outcome === 'unproven') say('the log has not proved what it shows')
  else if (found.outcome === 'accepted') say(`verified ${found.checkpoint.size} events`)
}

function say(text: string): void {
  process.stdout.write(`${new Date().toISOString()} ${text}\n`)
}

async function listen(
  witness: Witness,
  key: ReturnType<typeof witnessKey>,
  { listen: port }: WitnessArguments,
): Promise<Server> {
  const server = witnessServer(witness, key).listen(port)
  await once(server, 'listening')
  return server
}
