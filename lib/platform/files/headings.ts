/**
 * The names that people and programs give to the columns of a table of people, in the languages of `LOCALES`. A heading
 * must match one of these, ignoring case, accents, punctuation and spaces; partial matches do not count. Headings with
 * several meanings are not included; docs/interface.md, "Headings", lists them.
 */

const listHeadings = (...lines: string[]): readonly string[] =>
  lines.flatMap((line) => line.split(",").map((text) => text.trim()));

export const HEADINGS = {
  email: listHeadings(
    "email, email address, mail, mail address, recipient email, recipient email address, recipient mail",
    "earner email, user email, student email, learner email, participant email, e-post",
    "courriel, adresse courriel, adresse de courriel, adresse e-mail, adresse mail, adresse électronique, mél",
    "e-mail-adresse, mailadresse",
    "correo, correo electrónico, dirección de correo, dirección de correo electrónico, dirección de e-mail",
    "endereço de e-mail, endereço eletrónico, endereço eletrônico, correio eletrónico, correio eletrônico",
    "이메일, 이메일 주소, 전자우편, 전자 메일, 메일, 메일 주소",
    "メール, メールアドレス, Eメール, Eメールアドレス, 電子メール, 電子メールアドレス",
    "电子邮件, 电子邮件地址, 电子邮箱, 邮箱, 邮箱地址, 邮件地址, 电邮",
  ),
  first_name: listHeadings(
    "first name, first, given name, given names, first/given name, forename, recipient first name, earner first name",
    "student first name, prénom, prénoms, vorname, vornamen, nombre de pila, primer nombre",
    "primeiro nome, nome próprio, 名",
  ),
  last_name: listHeadings(
    "last name, last, surname, family name, recipient last name, earner last name, student last name",
    "nom de famille, nachname, familienname, zuname, apellido, apellidos, cognome",
    "sobrenome, último nome, nome de família, 성, 성씨, 姓, 姓氏, 苗字, 氏",
  ),
  middle_name: listHeadings(
    "middle name, middle names, middle, second name, deuxième prénom, second prénom, zweiter vorname",
    "zweiter name, segundo nombre, nome do meio, segundo nome, 중간 이름, ミドルネーム, 中间名",
  ),
  full_name: listHeadings(
    "full name, recipient name, earner name, student name, learner name, participant name, participant",
    "display name, name of recipient, nom complet, prénom et nom, vollständiger name, vor- und nachname",
    "teilnehmer, teilnehmerin, nombre completo, nombre y apellidos, nombre y apellido, nome completo",
    "participante, 성명, 전체 이름, 氏名, フルネーム, 姓名, 全名",
  ),
  issued_on: listHeadings(
    "issued, issued on, issued at, issued date, issue date, date issued, date of issue, awarded, awarded on",
    "award date, date awarded, date of award, completed on, completed at, completion date, date completed",
    "date of completion, earned on, date earned, issued at date",
    "date d'émission, émis le, date de délivrance, délivré le, date d'obtention, obtenu le, date d'attribution",
    "attribué le, date d'achèvement, achevé le, terminé le, date de réussite",
    "ausgestellt, ausgestellt am, ausstellungsdatum, ausstelldatum, datum der ausstellung, verliehen am",
    "verleihungsdatum, abgeschlossen am, abschlussdatum, datum des abschlusses",
    "emitido, emitido el, fecha de emisión, fecha de expedición, expedido el, fecha de concesión, otorgado el",
    "fecha de otorgamiento, fecha de obtención, fecha de finalización, finalizado el, completado el",
    "emitido em, data de emissão, data da emissão, data de atribuição, atribuído em, data de obtenção",
    "data de conclusão, concluído em",
    "발급일, 발급 일자, 발급 날짜, 발행일, 수여일, 수료일, 이수일, 완료일, 취득일",
    "発行日, 交付日, 授与日, 付与日, 修了日, 完了日, 取得日",
    "颁发日期, 颁发时间, 发放日期, 签发日期, 授予日期, 完成日期, 获得日期",
  ),
  expires_on: listHeadings(
    "expires, expires on, expires at, expires at date, expiry, expiry date, expiration, expiration date",
    "date of expiry, date of expiration, valid until, valid through, valid to",
    "expire le, date d'expiration, valable jusqu'au, valide jusqu'au, date de fin de validité",
    "gültig bis, ablaufdatum, läuft ab am, verfallsdatum",
    "caduca el, fecha de caducidad, vencimiento, fecha de vencimiento, vence el, válido hasta, fecha de expiración",
    "expira em, data de expiração, data de validade, válido até, vencimento, data de vencimento",
    "만료일, 만료 일자, 만료 날짜, 유효 기한, 有効期限, 失効日, 到期日, 到期日期, 有效期至, 过期日期, 失效日期",
  ),
  person_id: listHeadings(
    "earner id, person id, external id, user id, employee id, employee number, student id, student number",
    "learner id, member id, your id of the person, your id for the earner, matricule, numéro d'étudiant",
    "numéro d'employé, code permanent, personalnummer, mitarbeiternummer, matrikelnummer, matrícula, número de estudiante",
    "número de empleado, número de aluno, número de estudante, 사번, 사원 번호, 직원 번호, 학번",
    "社員番号, 従業員番号, 学籍番号, 工号, 员工编号, 学号",
  ),
  language: listHeadings("language, locale, lang, langue, sprache, idioma, 언어, 言語, 语言"),
  country: listHeadings("country, country name, pays, land, país, 국가, 国, 国名, 国家"),
  state: listHeadings(
    "state, state or province, state/province, province, region, région, bundesland, kanton, provincia",
    "província, 시/도, 都道府県, 省份",
  ),
  evidence_url: listHeadings(
    "evidence, evidence link, evidence links, evidence url, evidence urls, proof, preuve, lien de la preuve",
    "nachweis, link zum nachweis, evidencia, enlace de la evidencia, evidência, link da evidência",
    "증빙, 증빙 링크, エビデンス, 证明链接",
  ),
  evidence_title: listHeadings(
    "evidence title, evidence name, proof title, title of the evidence, titre de la preuve",
    "titel des nachweises, título de la evidencia, título da evidência, 증빙 제목, 证明标题",
  ),
  group_id: listHeadings("group id, group external id, cohort id, class id"),
  group_name: listHeadings(
    "group, group name, cohort, class, groupe, cohorte, classe, gruppe, klasse, grupo, turma, 그룹, 반",
    "グループ, クラス, 组, 班级",
  ),
  no_email: listHeadings(
    "no email, send no email, do not send an email, suppress email, no mail, send no mail, send no mails",
    "suppress mail",
  ),
} as const;

/** Normalizes a heading: `First_Name`, `first name` and `FIRST-NAME:` are the same. */
export const normalizeHeading = (text: string): string =>
  text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number}]/gu, "");
