import tseslint from "typescript-eslint";

export default tseslint.config(
  { ignores: ["dist/", "results/", ".workbook/", "**/node_modules/"] },
  { files: ["**/*.{ts,mts}"], extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked] },
  {
    files: ["**/*.{ts,mts}"],
    languageOptions: {
      parserOptions: {
        projectService: { allowDefaultProject: ["vitest.config.mts"] },
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      "@typescript-eslint/no-explicit-any": "error",
      // Numbers read well in messages without String().
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true, allowBoolean: true }],
      // Tensors of a known length are indexed by number everywhere; `!` there says no more than the index does.
      "@typescript-eslint/no-non-null-assertion": "off",
      // `catch((error: Error) => ...)` of our own promises is clear enough.
      "@typescript-eslint/use-unknown-in-catch-callback-variable": "off",
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_" }],
    },
  },
  { files: ["**/*.{js,mjs,cjs}", "workbook"], extends: [tseslint.configs.base] },
  { rules: { eqeqeq: "error", "prefer-const": "error", "no-var": "error" } },
);
