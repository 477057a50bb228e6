export { barChart } from './bars.ts';
export { LESSON, type LessonStep, lessonStep } from './lesson.ts';
export { type DrawnStep, lessonPage, type StepPicture } from './lesson-page.ts';
export { answerText, questionText, verdict } from './lesson-text.ts';
export type { UnrunStep } from './step.ts';
