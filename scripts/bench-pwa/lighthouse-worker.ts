import { type LighthouseTask, runLighthouse } from './lighthouse-scores.ts'

// A process of its own, so that it can run at a lower priority than the browser it measures.
process.on('message', async (task: LighthouseTask) => {
  process.send?.(await runLighthouse(task))
})
