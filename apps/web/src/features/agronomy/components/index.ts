export { DiseaseCard } from './disease-card.tsx';
export { DroughtCard } from './drought-card.tsx';
export { ForecastCard } from './forecast-card.tsx';
export { GradeMark } from '../../../components/agronomy/grade-mark.tsx';
export { GrowthCard } from './growth-card.tsx';
export { IrrigationCard } from './irrigation-card.tsx';
