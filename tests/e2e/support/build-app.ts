import { buildPwa, isPwaStale } from '#scripts/build-pwa.ts'

/** Journeys run on the production build. */
export default async function buildApp(): Promise<void> {
  if (isPwaStale()) await buildPwa()
}
