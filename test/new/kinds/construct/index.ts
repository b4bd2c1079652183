import { namesOf } from "../../names";
import { NewError } from "../../plan";
import type { NewKind } from "../kind";
import { bindableFiles, bindableInsertions } from "./bindable";
import { classFile, errorsFile, indexFile, libraryFile, parseFile, propsFile } from "./library-files";
import { exampleFile, readmeFile, samplesFile, testFile } from "./test-files";

const resourceTypes = "lib/facts/aws/resource-types.ts";
const sampleType = "aws_scheduler_schedule_group";

/** The facts of the resource that the sample creates. */
const sampleRow = {
  path: resourceTypes,
  before: "  aws_secretsmanager_secret: refused(\n",
  text: `  ${sampleType}: refused(
    ["name"],
    \`\${aws}/scheduler/latest/APIReference/API_CreateScheduleGroup.html\`,
    { name: "name", isLeaf: true },
  ),
`,
};

export const construct: NewKind = {
  form: /^[A-Z][A-Za-z0-9]*$/,
  formInWords: "the name of a class",
  example: "Alarm",
  summary: "a construct",
  options: ["--bindable"],
  plan(name, tree, options) {
    const names = namesOf(name);
    const { pascal, camel, kebab } = names;
    const isBindable = options.has("--bindable");
    if (new RegExp(`\\b${pascal}\\b`).test(tree.read("lib/index.ts"))) {
      throw new NewError(`lib/index.ts exports ${pascal} already. Choose another name.`);
    }
    const folder = `lib/constructs/${kebab}`;
    return {
      files: {
        [`${folder}/${kebab}.ts`]: classFile(names, isBindable),
        [`${folder}/props.ts`]: propsFile(names),
        [`${folder}/parse.ts`]: parseFile(names),
        [`${folder}/errors.ts`]: errorsFile(names),
        [`${folder}/library.ts`]: libraryFile(names, isBindable),
        [`${folder}/index.ts`]: indexFile(names),
        [`${folder}/README.md`]: readmeFile(names, isBindable),
        [`test/constructs/${kebab}/${kebab}.test.ts`]: testFile(names),
        [`test/constructs/${kebab}/samples.ts`]: samplesFile(names),
        [`test/docs/examples/${kebab}.ts`]: exampleFile(names),
        ...(isBindable ? bindableFiles(names) : {}),
      },
      insertions: [
        {
          path: "lib/index.ts",
          before: "export {\n  Bucket,\n",
          text: `export { ${pascal}, type ${pascal}Props } from "./constructs/${kebab}";\n`,
        },
        {
          path: "lib/constructs/list.ts",
          after: 'import { apiDescription } from "./api/library";\n',
          text: `import { ${camel}Description } from "./${kebab}/library";\n`,
        },
        {
          path: "lib/constructs/list.ts",
          before: "  parameterDescription,\n",
          text: `  ${camel}Description,\n`,
        },
        ...(tree.read(resourceTypes).includes(`${sampleType}:`) ? [] : [sampleRow]),
        ...(isBindable ? bindableInsertions(names) : []),
      ],
      next: [
        "npm run docs",
        "UPDATE_GOLDEN=1 npx jest test/golden, then npm run fix: the golden files are formatted",
        `Write the resource in ${folder}: the sample creates a group of schedules.`,
        `Replace the row of ${sampleType} in ${resourceTypes} by those of the types that it creates.`,
        "Add a row of limits to lib/kit/core/limits for each name and text that it takes.",
        "Write a line in CHANGELOG.md.",
      ],
    };
  },
};
