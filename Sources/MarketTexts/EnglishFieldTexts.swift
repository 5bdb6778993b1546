import MarketModels

/// The words of the fields in English.
enum EnglishFieldTexts {
    static let all: [ListingField: FieldTexts] = [
        .images: FieldTexts("Pictures", subject: "The picture list", missing: "Add at least one picture."),
        .name: FieldTexts(
            "Name",
            placeholder: "What are you selling?",
            subject: "The name",
            missing: "Enter a name."
        ),
        .price: FieldTexts(
            "Price",
            placeholder: "0",
            hint: "Enter 0 to give it away.",
            subject: "The price",
            missing: "Enter a price."
        ),
        .currency: FieldTexts("Currency", subject: "The currency", missing: "Choose a currency."),
        .discount: FieldTexts(
            "Discount",
            placeholder: "0",
            hint: "The amount taken off the price.",
            subject: "The discount",
            missing: "Enter a discount."
        ),
        .stock: FieldTexts(
            "Stock",
            placeholder: "0",
            hint: "How many you have to sell.",
            subject: "The stock",
            missing: "Enter how many you have in stock."
        ),
        .category: FieldTexts("Category", subject: "The category", missing: "Choose a category."),
        .condition: FieldTexts(
            "Condition",
            choices: ["New", "Like new", "Good", "Fair", "For parts"],
            subject: "The condition",
            missing: "Choose a condition."
        ),
        .handover: FieldTexts(
            "Pickup or parcel",
            choices: ["Pickup", "Parcel", "Pickup or parcel"],
            subject: "The way to hand it over",
            missing: "Choose how the buyer gets it."
        ),
        .place: FieldTexts("Place", placeholder: "Neighborhood or station", subject: "The place"),
        .seller: FieldTexts(
            "Your name",
            placeholder: "The name buyers see",
            subject: "Your name",
            missing: "Enter your name."
        ),
        .contact: FieldTexts(
            "Contact",
            placeholder: "Phone, email, or chat link",
            hint: "Shown only to people who ask for it. Without one, nobody can reach you.",
            subject: "The contact"
        ),
        .password: FieldTexts(
            "Password",
            hint:
                "At least \(ListingRules.minimumPasswordLength) characters. You’ll need it to edit or delete this listing.",
            subject: "The password",
            missing: "Enter a password."
        ),
        .description: FieldTexts(
            "Description",
            placeholder: "Size, age, what’s included, signs of wear…",
            subject: "The description"
        ),
        .keptImages: FieldTexts(
            "Pictures to keep",
            subject: "The list of pictures to keep",
            missing: "Choose which pictures to keep."
        ),
        .thumbnail: FieldTexts("Cover picture", subject: "The cover picture", missing: "Choose a cover picture."),
        .parameters: FieldTexts(
            "params",
            subject: "The “params” part",
            missing: "Send the listing in a part named “params”."
        ),
    ]
}
