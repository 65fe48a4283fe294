export type Language = "en" | "de" | "fr" | "es" | "pt" | "ru" | "ja" | "ar" | "pl"

/** How much of the mail is written in it. */
export const languageShares: readonly (readonly [Language, number])[] = [
  ["en", 91],
  ["de", 2.5],
  ["fr", 2],
  ["es", 1.5],
  ["pt", 0.8],
  ["ru", 0.6],
  ["ja", 0.8],
  ["ar", 0.4],
  ["pl", 0.4],
]

/** Whole sentences, with the subject of a conversation first. */
export const foreignSentences: Record<Exclude<Language, "en">, readonly string[]> = {
  de: [
    "Frage zu meiner Bestellung",
    "Leider ist das Päckchen noch nicht angekommen, obwohl es vor über einer Woche verschickt wurde.",
    "Können Sie mir bitte sagen, wann ich mit der Lieferung rechnen darf?",
    "Die Rechnung enthält eine falsche Straße und eine falsche Hausnummer.",
    "Vielen Dank für Ihre schnelle Hilfe, jetzt funktioniert alles wieder.",
    "Ich möchte mein Abonnement zum nächstmöglichen Zeitpunkt kündigen.",
    "Beim Anmelden erscheint immer wieder die gleiche Fehlermeldung.",
    "Wir haben das geprüft und den Betrag heute zurücküberwiesen.",
  ],
  fr: [
    "Problème avec ma commande",
    "Je n’ai toujours pas reçu le colis que j’attendais pour la semaine dernière.",
    "Pourriez-vous vérifier l’adresse de livraison, s’il vous plaît ?",
    "La facture a été envoyée à une ancienne adresse électronique.",
    "Merci beaucoup pour votre réponse très rapide, tout est réglé.",
    "J’ai oublié mon mot de passe et le lien ne fonctionne plus.",
    "Nous avons remboursé le montant cet après-midi.",
    "Le compte a été créé, mais l’accès à l’équipe manque encore.",
  ],
  es: [
    "Duda sobre mi factura",
    "Todavía no he recibido el paquete que pedí hace más de una semana.",
    "¿Podrían decirme cuándo llegará la devolución del dinero?",
    "La contraseña que me enviaron no funciona en la aplicación.",
    "Muchas gracias por la ayuda, ya está todo solucionado.",
    "Quisiera cambiar la dirección de envío antes de mañana.",
    "Hemos revisado su cuenta y el problema era una tarjeta caducada.",
  ],
  pt: [
    "Dúvida sobre a entrega",
    "Ainda não recebi a encomenda que fiz na semana passada.",
    "Vocês podem verificar se o pagamento já foi confirmado?",
    "O aplicativo não abre desde a última atualização.",
    "Muito obrigado pela atenção, a situação foi resolvida.",
    "Gostaria de cancelar a assinatura e receber o reembolso.",
  ],
  ru: [
    "Вопрос по заказу",
    "Я до сих пор не получил посылку, хотя она была отправлена на прошлой неделе.",
    "Подскажите, пожалуйста, когда вернутся деньги за отменённый заказ?",
    "После обновления приложение перестало открываться.",
    "Спасибо за быстрый ответ, всё снова работает.",
    "Мы проверили счёт и исправили ошибку.",
  ],
  ja: [
    "注文についての質問",
    "先週注文した商品がまだ届いていません。",
    "配送状況を確認していただけますか。",
    "ログインしようとするとエラーが表示されます。",
    "迅速なご対応ありがとうございました。問題は解決しました。",
    "請求書の宛名を変更してください。",
    "パスワードを再設定するリンクを送りました。",
  ],
  ar: [
    "استفسار عن الطلب",
    "لم يصل الطرد حتى الآن رغم أنه أُرسل الأسبوع الماضي.",
    "هل يمكنكم التحقق من عنوان التوصيل من فضلكم؟",
    "لا أستطيع تسجيل الدخول إلى حسابي بعد التحديث.",
    "شكرًا جزيلًا على مساعدتكم السريعة، تم حل المشكلة.",
    "لقد أعدنا المبلغ إلى بطاقتكم اليوم.",
  ],
  pl: [
    "Pytanie o fakturę",
    "Nadal nie otrzymałem paczki, która została wysłana w zeszłym tygodniu.",
    "Czy mogą Państwo sprawdzić, kiedy nastąpi zwrot pieniędzy?",
    "Po ostatniej aktualizacji aplikacja się nie uruchamia.",
    "Dziękuję za szybką pomoc, wszystko już działa.",
    "Proszę o zmianę adresu dostawy na ulicę Łąkową.",
  ],
}
