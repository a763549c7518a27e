import { beforeAll } from "vitest";
import { createConnectedIntegration, createTestLearningApp, type TestIntegration } from "./learning";
import { addGradable, createLearningBadge, type TestBadge, type TestGradable } from "./learning-course";

export let course: TestIntegration;
/** Another integration of the same organization, and one of another organization. */
export let sibling: TestIntegration;
export let foreign: TestIntegration;
export let badge: TestBadge;
export let essay: TestGradable;
export let quiz: TestGradable;
export let lab: TestGradable;
export let exam: TestGradable;

/** Creates a course with a badge and a gradable of each type, for all tests of a file. */
export function useGradedCourse(): void {
  beforeAll(async () => {
    const app = await createTestLearningApp();
    course = await createConnectedIntegration(app);
    sibling = await createConnectedIntegration(app);
    foreign = await createConnectedIntegration();
    badge = await createLearningBadge(course);
    essay = await addGradable(course, "letterGrade", "Essay");
    quiz = await addGradable(course, "points", "Quiz");
    lab = await addGradable(course, "complete", "Lab");
    exam = await addGradable(course, "pass", "Exam");
  });
}
