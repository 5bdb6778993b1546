struct EnglishPageTemplates: PageTemplateStrings {
    let advice = """
        [This template isn’t legal advice. Fill in or remove everything in brackets, and have someone who knows the law of \
        your country read the page. Then remove this paragraph.]
        """

    let imprint = """
        # Who runs this market

        [Your name, or the name and legal form of your company]
        [Your postal address]

        - Email: [your mail address]
        - Phone: [your phone number]
        - Represented by: [the name of whoever represents the company]
        - Registered at: [register and number]
        - Tax or business number: [your number]

        # Not a party to the sale

        People sell to people here. The operator of this market isn’t a party to any sale, and neither checks nor warrants what \
        is offered. Ask the seller about a product, its delivery and its return.

        # Reports

        To report illegal content, choose “Report” in the menu of a product or on the page of its seller, or write to \
        [your mail address for reports].
        """

    let terms = """
        Valid from [date].

        # What this market is

        [Your name or company] runs this market as a place where people offer things to each other. The operator isn’t a party \
        to a sale, takes no payment, and doesn’t deliver anything. A contract is made between seller and buyer alone.

        # Who may sell

        Whoever lists something must be allowed to sell it, and must be [minimum age] years old or have the consent of a parent. \
        Businesses must say that they are businesses.

        # What may not be listed

        - what is illegal to sell in [your country]
        - counterfeits and stolen goods
        - weapons, drugs, medicine, alcohol and tobacco
        - animals, and parts of them that are protected
        - what offends or endangers others, or shows personal data of others
        - [anything else]

        # What the operator does

        The operator may hide or remove a listing that breaks these terms or the law, and may keep a seller from listing. The \
        seller sees the reason at the listing and can answer once. Listings that people of several networks report can be hidden \
        until the operator has looked at them, for 72 hours at most.

        # Passwords

        There are no accounts. Whoever has the password of a listing can change and delete it. Keep it to yourself.

        # Liability

        [What you are liable for, and for what you aren’t]

        # Law

        The law of [your country] applies.
        """

    let privacy = """
        Valid from [date].

        # Who is responsible

        [Your name or company, with your postal address and mail address]

        # What is stored

        - **Listings**: name, description, pictures, price, place, the name of the seller, the contact if one is given, and a hash \
        of the password. Everybody sees them, but for the password; the contact is shown to whoever asks for it. The operator can \
        see which sellers have the same contact, browser or network; of the address from which a listing was sent, a keyed hash is \
        kept for 30 days. Listings are kept until the listing is deleted; removed pictures, which nobody sees any more, for a week, and backups for [time].
        - **Notes about a reservation**, which only the seller sees.
        - **Reports**: what is reported and why, the text, and the name and mail address if they are given. Only the operator sees \
        them. Of the address from which a report was sent, a keyed hash of its network is kept for 30 days, so that the same \
        people don’t count twice. The report is kept for a year.
        - **What a seller changes** of a listing that waits for the operator: the text that others have seen before. Only the operator \
        sees it. It is kept until the operator has decided.
        - **What the operator decides**: what was done with a listing, when and why, with the numbers of listing and seller.
        - **What a seller answers** to that. Only the operator sees it. It is kept until the listing is deleted, and for a year at most.
        - **Browsers that manage listings**: a hash of a key, since when, and the browser and system that it says it is, such as \
        “Chrome on Android”, so that a seller can end a lost phone. They are kept as long as they manage a listing, and otherwise for a \
        year at most.
        - **IP addresses**, for a day at most, for limits against misuse, and [in the log files of the server, for how long; or \
        remove this].

        # Cookies and what browsers keep

        Cookies are only set for what you ask for: the language, the colors and the layout of lists, favorites, the listings that \
        are yours in this browser, and the protection of forms. Drafts, recently viewed products and searches stay in your \
        browser. Nothing is measured, and nothing is loaded from others [but for pictures from the address of your CDN; or remove \
        this].

        # On what grounds

        Listings are published because the seller wants it. Reports, limits and decisions are needed to keep the market lawful \
        and safe. [The legal basis in your country, such as Article 6(1) (b) and (f) of the GDPR]

        # Who gets it

        [Your hosting provider, and others who process data for you]

        # Your rights

        You can delete a listing with its password at any time. You can ask for access to your data, its correction or deletion, \
        and object to its use: write to [your mail address]. You can complain to [your data protection authority].
        """

    let safety = """
        The operator of this market isn’t a party to a sale. These habits protect you.

        # When you buy

        - Meet where there are people and light, such as [a public place in your neighborhood].
        - Look at the item and try it before you pay.
        - Never pay before you have seen it. Be careful with gift cards, cryptocurrencies and links to payment pages.
        - If a price seems too good to be true, it is.
        - Never give anyone a code that was sent to your phone.

        # When you sell

        - Put only what is needed into a listing. Everyone who asks for your contact can see it.
        - Choose a password for the listing that you use nowhere else.
        - Hand the item over once you have the money. A picture of a transfer isn’t money.

        # When something is wrong

        Choose “Report” in the menu of the product or on the page of its seller. If you have lost money, tell the police: \
        [phone number or website of the police].
        """
}
