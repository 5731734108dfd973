export { DiseaseCard } from './disease-card.tsx';
export { DroughtCard } from './drought-card.tsx';
export { ForecastCard, ForecastChart, type ForecastChartProps } from './forecast-card.tsx';
export { GradeMark, type GradeMarkProps } from './grade-mark.tsx';
export { GrowthCard, GrowthTimeline } from './growth-card.tsx';
export { IrrigationCard } from './irrigation-card.tsx';
