import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take far longer than others of their size. Vitest orders a first run by size. */
const LONGEST = [
  'api/fuzz.property.test.ts',
  'economics/economics.test.ts',
  'faults/faults.test.ts',
  'platform/start.test.ts',
  'pwa/submit-directly.test.ts',
]

/** Starts the longest files first: one that starts late runs alone at the end. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const byProject = Map.groupBy(await super.sort(files), ({ project }) => project)
    return [...byProject.values()].flatMap((sorted) => [
      ...sorted.filter(isLongest),
      ...sorted.filter((file) => !isLongest(file)),
    ])
  }
}

function isLongest({ moduleId }: TestSpecification): boolean {
  return LONGEST.some((file) => moduleId.endsWith(`/tests/${file}`))
}
