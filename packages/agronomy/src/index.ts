export { AgronomyError, attempt, reason } from './reason.ts';
export type { Reason, ReasonCode } from './reason.ts';

export {
  actualVapourPressure,
  delta,
  dewpoint,
  e0,
  meanSaturationPressure,
  pressure,
  psychrometricConstant,
  u2,
  vapourPressureFromWetBulb,
} from './atmosphere.ts';
export type { HumidityInput, HumidityMethod } from './atmosphere.ts';
export {
  clearSky,
  dailyRadiation,
  daylight,
  netRadiation,
  ra,
  rnl,
  rsSunshine,
  rsTemperature,
  soilHeatFluxFromPrevious,
  soilHeatFluxMonthly,
} from './radiation.ts';
export { et0Daily, et0Hargreaves } from './et0-daily.ts';
export type { Et0Daily, Et0DailyInput, Et0Methods, NoEt0 } from './et0-daily.ts';
export { clearSkyIrradiance } from './clear-sky.ts';
export { et0Hourly } from './et0-hourly.ts';
export type { Et0Hourly, Et0HourlyInput } from './et0-hourly.ts';
export { et0OfHours } from './et0-hours.ts';
export type { HourEt0 } from './et0-hours.ts';
export { et0Greenhouse } from './et0-greenhouse.ts';
export type { Et0GreenhouseInput } from './et0-greenhouse.ts';

export { heightOnDay, kcClimate, kcOnDay, rootDepthOnDay } from './crop-coefficient.ts';
export type { KcValues, StageLengths } from './crop-coefficient.ts';
export { depletionFromSensors, ks, pAdjusted, tawRaw } from './soil.ts';
export type { SoilLimits, SoilReading } from './soil.ts';
export { saxtonRawls, soilOfCurve } from './soil-hydraulics.ts';
export type { RetentionPoint, SoilHydraulics } from './soil-hydraulics.ts';
export { balanceStep, effectiveRain } from './water-balance.ts';
export type { ProfileLayer } from './water-balance.ts';
export { dualCropBalance } from './dual-crop.ts';
export type { DualCrop, Mulch } from './dual-surface.ts';
export type { DualDay, DualResult, DualSoil } from './dual-crop.ts';
export { ProfileModel } from './profile-model.ts';
export type { ProfileDay, ProfileSoil, ProfileState, ProfileVariant, SoilHorizon } from './profile-model.ts';
export { DEFAULT_UNCERTAINTY, WaterEnsemble } from './ensemble.ts';
export type { Band, Observation, Uncertainty } from './ensemble.ts';
export { calibrateProfile, drawVariants, horizonsFromProbes } from './profile-calibration.ts';
export type { DatedObservation, ProfileFit } from './profile-calibration.ts';
export { forecastProfile } from './profile-forecast.ts';
export type { ProfileForecast, ProfileForecastInput, ProfileReading } from './profile-forecast.ts';
export { capacityFromPlateaus, probeFit, uptakeDepth } from './probe-calibration.ts';
export { screenProbe } from './probe-screen.ts';
export type { ProbeFault, ProbeScreen } from './probe-screen.ts';
export { driftsOf } from './probe-drift.ts';
export type { ProbeDrift } from './probe-drift.ts';
export type { PlateauCapacity, ProbeDay, ProbeFit, Wetting } from './probe-calibration.ts';
export { capillaryClass, capillaryRise, runoff, saltAfterDay, saltStress } from './soil-processes.ts';
export type { CapillaryClass, SaltTolerance } from './soil-processes.ts';
export {
  adviceOfDays,
  irrigationAdvice,
  leachingFraction,
  SQUARE_METRES_PER_MU,
} from './irrigation-advice.ts';
export type {
  AdviceDay,
  IrrigationAdvice,
  IrrigationAdviceInput,
  NoAdvice,
  Sizing,
  Watering,
} from './irrigation-advice.ts';

export { gradeOfIndex, rsm, rsmGrade, spiGrade } from './drought-grade.ts';
export type { MoistLayer } from './drought-grade.ts';
export {
  calibrationOfRunningSum,
  fitGamma,
  runningSums,
  spi,
  spiMonthly,
  spiOfDays,
  spiOfFit,
} from './spi.ts';
export type { GammaFit, NoIndex, Spi, SpiInput } from './spi.ts';
export { fitLogLogistic, spei, speiMonthly, speiOfFit } from './spei.ts';
export { thornthwaiteMonthly } from './thornthwaite.ts';
export type { LogLogisticFit, Spei } from './spei.ts';
export { gammaCdf, median, medianAbsoluteDeviation, normInv, theilSen } from './statistics.ts';

export { droughtAssessment, heldLevel } from './drought.ts';
export type { DroughtAssessment, DroughtInput, IndexResult, RainDay, SoilDepth } from './drought.ts';
export { dailyWeather } from './daily-weather.ts';
export type { DayCoverage, WeatherDay, WeatherHour, WeatherPlace } from './daily-weather.ts';
export { climatologyOf, temperatureNormals } from './climatology.ts';
export {
  CLIMATE_WINDOW_DAYS,
  climatologyOfHistory,
  climatologyOr,
  historyDays,
} from './climatology-history.ts';
export type { HistoryDay } from './climatology-history.ts';
export type { ClimateDay, ClimateRecordMonth, Climatology } from './climatology.ts';
export { fieldAdvice } from './field.ts';
export type { FieldAdvice, NoFieldAdvice } from './field-advice.ts';
export type { FieldInput, PlotSoil } from './field-input.ts';
export { soilLimitsOf } from './field-water.ts';
export type { SoilOrigin } from './field-water.ts';
export { plotWater } from './plot-water.ts';
export type { IrrigationWindow, PlotWaterInput, ProbeReport, WaterDay } from './plot-water.ts';

export { dailyAggregate, dailyCounter, dailyOnTime } from './daily.ts';
export type { DailyValue, EmptyDay, Sample } from './daily.ts';
export { appliedWater } from './water-meter.ts';
export type { AppliedWater, MeterReadings, WaterNote } from './water-meter.ts';
export { dateOfDay, dayNumber, dayOfYear, DEFAULT_TIME_ZONE, localDate, localDay } from './local-calendar.ts';

export { forecastFactor } from './forecast-bias.ts';
export { cropTimeline } from './crop-timeline.ts';
export { checkPlantDate, gdd, growthLabel, growthTimeline, meshScale, stageOf } from './growth.ts';
export type { DayTemperature, GddMethod, GrowthPeriod, GrowthTimeline, Normals, StageNow } from './growth.ts';
export type { TemperatureSource } from './temperature-gaps.ts';

export {
  botrytisBroome,
  downy310,
  hutton,
  pDays,
  powderyGublerThomas,
  smith,
  tomcast,
  wallinSeverity,
  wetnessRequirement,
  wheatScab,
} from './disease-models.ts';
export type { BlightDay, MildewDay, ScabResistance } from './disease-models.ts';

export type { CropHour } from './disease-hours.ts';
export { diseaseRisk } from './disease-risk.ts';
export type { DiseaseInput, DiseaseRisk, RiskDay, RiskLevel } from './disease-risk.ts';

export { weatherFromStation, weatherFromWmo, weatherTypeFromText } from './weather-text.ts';

export { anchoredProfile, ewProfile, holtWintersDamped, seasonalNaive } from './forecast/methods.ts';
export type { HoltWinters, HoltWintersParameters } from './forecast/methods.ts';
export { conformalHalfWidth, crossing, rollingOriginMae } from './forecast/evaluate.ts';
export type { CrossingOperator } from './forecast/evaluate.ts';
export type { SeriesKind } from './forecast/candidates.ts';
export { forecastSeries } from './forecast/forecast.ts';
export type {
  AlarmThreshold,
  Forecast,
  ForecastInput,
  ForecastPoint,
  ForecastWarning,
  NoForecast,
} from './forecast/forecast.ts';

export { cropPeriods, CROPS, findCrop } from './data/crops.ts';
export type { Crop, CropStage } from './data/crops.ts';
export { findPest, PEST_RECORDS } from './data/diseases-pests.ts';
export type { PestRecord, RiskModel } from './data/diseases-pests.ts';
export {
  DROUGHT_GRADES,
  INDEX_THRESHOLDS,
  SOIL_MOISTURE_THRESHOLDS,
  STAGE_FACTORS,
} from './data/drought-grades.ts';
export type { DroughtCode, DroughtGrade, SoilClass, WaterSensitivity } from './data/drought-grades.ts';
export { FORMULA_NOTES } from './data/formulas.ts';
export type { FormulaNote } from './data/formulas.ts';
export { findIrrigationMethod, IRRIGATION_METHODS } from './data/irrigation-methods.ts';
export type { IrrigationMethod, IrrigationMethodId } from './data/irrigation-methods.ts';
export { findTexture, SOIL_TEXTURES } from './data/soil-textures.ts';
export type { SoilTexture, TextureId } from './data/soil-textures.ts';
export { SOURCES } from './data/sources.ts';
export type { Certainty, Sourced, SourceId } from './data/sources.ts';
export { WEATHER_CODES, WEATHER_CODES_SOURCE } from './data/weather-codes.ts';
export type { WeatherType } from './data/weather-codes.ts';

export { plotArea } from './plot-area.ts';
export { acceptedEdits, BUILT_IN_TABLES, tableCells, withEdits } from './tables.ts';
export type { AgronomyTables, CellValue, TableCell, TableEdit, TableName } from './tables.ts';
