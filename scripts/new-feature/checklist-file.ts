import type { Names } from './names.ts'

/** The feature's page of docs/checklist: path → text. */
export function checklistFile(n: Names): Record<string, string> {
  const test = `\`tests/api/${n.plural}.test.ts\` “${apiTestTitle(n)}”`
  const rows = [
    `| screen | \`/${n.plural}\` | ${test} | |`,
    `| route | \`POST /api/${n.plural}\` | ${test} | |`,
    `| route | \`GET /api/${n.plural}\` | ${test} | |`,
  ]
  const head = '| Kind | What | Shown by | Decision |\n| --- | --- | --- | --- |'
  const title = n.wordsPlural.charAt(0).toUpperCase() + n.wordsPlural.slice(1)
  return { [`docs/checklist/${n.plural}.md`]: `# ${title}\n\n${head}\n${rows.join('\n')}\n` }
}

export function apiTestTitle({ words }: Names): string {
  return `the opened ${words} is in its owner’s list, and in no other`
}
