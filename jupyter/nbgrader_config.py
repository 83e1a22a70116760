"""Settings of nbgrader for TypeScript notebooks: what replaces a solution, and what marks solutions and hidden tests."""

c = get_config()  # noqa: F821

stub = '// YOUR CODE HERE\nthrow new Error("not implemented");'
c.ClearSolutions.code_stub = {"typescript": stub, "javascript": stub}
c.ClearSolutions.text_stub = "*Write your answer here.*"
# nbgrader spells these settings so.
c.ClearSolutions.begin_solution_delimeter = "/// BEGIN SOLUTION"
c.ClearSolutions.end_solution_delimeter = "/// END SOLUTION"
c.ClearHiddenTests.begin_test_delimeter = "/// BEGIN HIDDEN TESTS"
c.ClearHiddenTests.end_test_delimeter = "/// END HIDDEN TESTS"

c.CourseDirectory.course_id = "parallel-training"
c.IncludeHeaderFooter.header = ""
# A cell may train for minutes.
c.Execute.timeout = 1800
