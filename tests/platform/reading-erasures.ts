import { openErasures } from '#server/platform/erasures.ts'

// Says how many people the register in its argument has.

const [folder = ''] = process.argv.slice(2)
let people = 0
for await (const some of openErasures(folder).all()) people += some.length
process.stdout.write(String(people))
