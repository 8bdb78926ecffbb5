import { buildPwa, isPwaStale } from '#scripts/build-pwa.ts'

/** The journeys run on the app as it is shipped. */
export default async function buildApp(): Promise<void> {
  if (isPwaStale()) await buildPwa()
}
