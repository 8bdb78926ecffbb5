import { openErasures } from '#server/platform/erasures.ts'

// Prints how many people are in the register named by its argument.

const [folder = ''] = process.argv.slice(2)
let people = 0
for await (const some of openErasures(folder).all()) people += some.length
process.stdout.write(String(people))
