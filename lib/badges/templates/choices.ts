/** Choices for forms, as plain data: importing the schemas would bring zod into the browser. */

export const ACTIVITY_TYPES = [
  "Award",
  "Badge",
  "Course",
  "Assessment",
  "Professional Experience",
  "Schedule / Registration",
] as const;

/** What an achievement is (Open Badges 3.0, "AchievementType Enumeration"), with names for people. */
export const ACHIEVEMENT_TYPE_NAMES = {
  Achievement: "Achievement",
  ApprenticeshipCertificate: "Apprenticeship certificate",
  Assessment: "Assessment",
  Assignment: "Assignment",
  AssociateDegree: "Associate degree",
  Award: "Award",
  Badge: "Badge",
  BachelorDegree: "Bachelor’s degree",
  Certificate: "Certificate",
  CertificateOfCompletion: "Certificate of completion",
  Certification: "Certification",
  CommunityService: "Community service",
  Competency: "Competency",
  Course: "Course",
  CoCurricular: "Co-curricular activity",
  Degree: "Degree",
  Diploma: "Diploma",
  DoctoralDegree: "Doctoral degree",
  Fieldwork: "Fieldwork",
  GeneralEducationDevelopment: "General education development (GED)",
  JourneymanCertificate: "Journeyman certificate",
  LearningProgram: "Learning program",
  License: "License",
  Membership: "Membership",
  ProfessionalDoctorate: "Professional doctorate",
  QualityAssuranceCredential: "Quality assurance credential",
  MasterCertificate: "Master certificate",
  MasterDegree: "Master’s degree",
  MicroCredential: "Micro-credential",
  ResearchDoctorate: "Research doctorate",
  SecondarySchoolDiploma: "Secondary school diploma",
} as const;
export type AchievementType = keyof typeof ACHIEVEMENT_TYPE_NAMES;
export const ACHIEVEMENT_TYPES = Object.keys(ACHIEVEMENT_TYPE_NAMES) as AchievementType[];

/** What an alignment refers to (Open Badges 3.0, "AlignmentTargetType Enumeration"), with names for people. */
export const ALIGNMENT_TYPE_NAMES = {
  "ceasn:Competency": "Competency (CTDL-ASN)",
  "ceterms:Credential": "Credential (CTDL)",
  CFItem: "Framework item (CASE)",
  CFRubric: "Rubric (CASE)",
  CFRubricCriterion: "Rubric criterion (CASE)",
  CFRubricCriterionLevel: "Rubric criterion level (CASE)",
  CTDL: "CTDL resource",
} as const;
export type AlignmentType = keyof typeof ALIGNMENT_TYPE_NAMES;
export const ALIGNMENT_TYPES = Object.keys(ALIGNMENT_TYPE_NAMES) as AlignmentType[];
