public import MarketClient
public import MarketModels
import MarketTexts
public import Observation

/// A form that describes a product: that of a new listing, ``ListingFormModel``, or of an edit, ``EditModel``.
///
/// Both have the same fields, images and messages, and the same answer to an app that is suspended. They differ in what is
/// sent, and in what may come of it.
@MainActor
public protocol ListingForm: AnyObject, Observable {
    /// The form as it is kept on this device.
    associatedtype Draft: Sendable

    /// The fields in the order of the form, without the images, which come first.
    var fields: [ListingField] { get }
    /// Whether the fields can be changed now.
    var isWriting: Bool { get }
    /// Whether the form is being sent, or it is being determined whether it has arrived.
    var isSending: Bool { get }
    /// The contents of the text fields.
    var typed: TypedListing { get }
    /// The images in order. The first one represents the product in lists.
    var images: [FormImage] { get }
    /// All problems of the contents, also those that `problem(for:)` doesn't show yet.
    var problems: [ListingProblem] { get }
    /// What all forms keep besides their contents, for the model itself.
    var session: FormSession<Draft> { get }

    /// Returns whether the user has entered the value of a field. Those of a product that is edited are its own until they
    /// are changed.
    func isOwnValue(_ field: ListingField) -> Bool
    /// Changes the contents, and saves them as a draft soon. Has no effect unless ``isWriting``.
    func write(_ change: (inout TypedListing, inout [FormImage]) -> Void)
    /// The question whether to continue with `offeredDraft`, or nil if there is none.
    var draftQuestion: String? { get }
    /// Fills the form with `offeredDraft`.
    func restoreDraft()
    /// Throws a draft away: `offeredDraft` if there is one, otherwise that of this form.
    func discardDraft() async
    /// Saves the form on this device now, for an app that goes into the background or closes the form.
    func saveDraft() async
    /// Saves the form on this device after it was closed, with the chosen images that were still being loaded then. Nothing is
    /// saved after that.
    func closeDraft() async
    /// Sends the form again if sending was cut off while the app wasn't in the foreground.
    ///
    /// - Returns: Whether it was sent again.
    @discardableResult
    func appWillEnterForeground() async -> Bool
}

// MARK: - Fields

extension ListingForm {
    /// Sets the text of a field. Has no effect unless ``isWriting``.
    public func setText(_ text: String, for field: ListingField) {
        // A field is set again when the user leaves it.
        guard isWriting, typed[field] != text else { return }
        write { typed, _ in typed[field] = text }
        session.messages.clearRefusal(of: field)
    }

    /// Records that the user has left a field; from now on its problems are shown.
    public func endEditing(_ field: ListingField) {
        session.messages.endEditing(field)
    }

    /// Returns how much of a text's maximum length is used, `12 / 200`; nil for fields without one.
    public func characterCount(of field: ListingField) -> String? {
        field.maximumLength.map { AppTexts(language: session.language).characterCount(typed.length(of: field), of: $0) }
    }

    /// Returns the message for a field, or nil if there is none or it must not be shown yet.
    public func problem(for field: ListingField) -> String? {
        session.messages.sentence(for: field, problems, session.language)
    }
}

// MARK: - Images

extension ListingForm {
    /// The number of images that the last ``addImages(_:)`` left out because of the maximum.
    public var leftOutCount: Int { session.leftOutCount }

    /// The number of chosen images that are still being loaded, which whoever loads them counts. The form isn't sent without
    /// them.
    public var pendingImageCount: Int {
        get { session.pendingImageCount }
        set { session.pendingImageCount = newValue }
    }

    /// The message that images were left out, or nil if none were.
    public var leftOut: String? {
        guard leftOutCount > 0 else { return nil }
        return AppTexts(language: session.language)
            .imagesLeftOut(leftOutCount, maximum: ListingRules.maximumImageCount)
    }

    /// Returns why the market couldn't use an image, or nil.
    public func problem(ofImage id: FormImage.ID) -> String? { session.messages.sentence(forImage: id) }

    /// Appends images, up to `ListingRules.maximumImageCount` in the form.
    public func addImages(_ uploads: [ImageUpload]) {
        guard isWriting else { return }
        write { _, images in
            session.leftOutCount = images.add(uploads, upTo: ListingRules.maximumImageCount)
        }
        session.messages.clearRefusal(of: .images)
    }

    /// Removes an image from the form.
    public func removeImage(_ id: FormImage.ID) {
        guard isWriting else { return }
        write { _, images in images.removeAll { $0.id == id } }
        session.leftOutCount = 0
        session.messages.clearRefusal(ofImage: id)
        session.messages.clearRefusal(of: .images)
    }

    /// Replaces an image at its place by one to upload, for example by a part of it. It gets a new identity, because neither
    /// what was said about the former one nor what is stored of it is true of it.
    ///
    /// - Returns: The identity of the new image; nil if nothing was replaced.
    @discardableResult
    public func replaceImage(_ id: FormImage.ID, with upload: ImageUpload) -> FormImage.ID? {
        guard isWriting, let index = images.firstIndex(where: { $0.id == id }) else { return nil }
        let image = FormImage.added(AddedImage(upload))
        write { _, images in images[index] = image }
        session.messages.clearRefusal(ofImage: id)
        return image.id
    }

    /// Moves an image.
    ///
    /// - Parameters:
    ///   - id: The image.
    ///   - place: The new index, from 0, clamped to the valid range.
    public func moveImage(_ id: FormImage.ID, to place: Int) {
        write { _, images in images.move(id, to: place) }
    }
}

// MARK: - Sending

extension ListingForm {
    /// Whether the form can be sent now: it is being written, and all of its images are there.
    public var canBeSent: Bool { isWriting && pendingImageCount == 0 }

    /// Cancels the request in flight; the form keeps its contents. If the request has arrived nevertheless, that shows now or
    /// when the form is sent again.
    public func cancel() {
        session.call.cancel()
    }

    /// Records that the app has left the foreground, where the system may cut off sending.
    public func appDidEnterBackground() {
        if isSending { session.suspension = .away }
    }
}

// MARK: - Drafts

extension ListingForm {
    /// The draft of an earlier form, until the user has decided about it; nil if there is none. Meanwhile this form isn't
    /// saved on the device.
    public var offeredDraft: Draft? { session.drafts?.offered }

    /// The message that the form couldn't be saved on this device; nil if it could.
    public var draftFailure: String? {
        session.drafts?.hasFailed == true ? AppTexts(language: session.language)[.draftNotSaved] : nil
    }
}
