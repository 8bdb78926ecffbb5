import { defineFeature } from '#server/feature.ts'
import type { ScheduledTask } from '#server/platform/jobs.ts'
import type { HealthFindings } from '#server/platform/readiness.ts'
import type { Services } from '#server/services.ts'
import { msg } from '#shared/text/t.ts'
import { signedLog } from './decider.ts'
import { signedLogEvents } from './events.ts'
import { signersOf } from './log-signer.ts'
import { registerSignedLogRoutes } from './routes.ts'
import { readSignedLog, signCheckpoint } from './sign-checkpoint.ts'
import { signingTasks, statementSigning } from './sign-statements.ts'

/** The log as a tree of hashes whose root is signed, so that outsiders can detect changes. */
export const signedLogFeature = defineFeature({
  name: 'signed-log',
  events: signedLogEvents,
  audit: {
    area: 'signed-log',
    label: msg('Signed log'),
    details: { LogKeyAdopted: ({ vkey }) => vkey, SigningRefused: ({ fault }) => fault },
  },
  aggregate: signedLog,
  live: null,
  routes: registerSignedLogRoutes,
  schedules: everyMinute,
  tasks: signingTasks,
  followers: () => [statementSigning],
  start: atBothEnds,
  health: signingHealth,
  notifications: [
    {
      kind: 'signed-log',
      to: 'staff',
      label: msg('Signed log'),
      hint: msg('The log can no longer be signed, or signing works again.'),
      isAlwaysOn: true,
      url: '/admin/audit',
      texts: {
        SigningRefused: {
          title: msg('The log is not signed'),
          body: msg(
            'The log does not follow from what was signed before. The audit has the details.',
          ),
        },
        SigningResumed: {
          title: msg('The log is signed again'),
          body: msg('It follows from what was signed before.'),
        },
      },
    },
  ],
})

function everyMinute(services: Services): ScheduledTask[] {
  const signers = signersOf(services.config)
  return [
    { name: 'signed-log.sign', at: '* * * * *', run: () => signCheckpoint(services, signers) },
  ]
}

/** Staff are also notified of this. */
async function signingHealth({ log }: Services): Promise<HealthFindings> {
  const { refused } = await readSignedLog(log)
  return { warnings: refused ? [`the log is not signed: ${refused.fault}`] : [] }
}

/** A server signs when it starts and when it stops, so that little of the log is ever unsigned. */
function atBothEnds(services: Services): { stop(): Promise<void> } {
  const signers = signersOf(services.config)
  const sign = () =>
    signCheckpoint(services, signers).catch((error) => {
      services.logger.warn({ err: error }, 'the log could not be signed')
    })
  const first = sign()
  return {
    async stop() {
      await first
      await sign()
    },
  }
}
