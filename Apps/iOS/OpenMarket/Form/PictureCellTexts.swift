import MarketModels
import MarketTexts

/// The words of a picture's cell.
struct PictureCellTexts {
    let label: String
    /// The mark of the first picture, which represents the product in lists; nil for the others.
    let badge: String?
    let remove: String
    /// The name of the action that cuts a square out of the picture; nil if it isn't on this device.
    let crop: String?
    /// The name of the action that moves the picture one place to the front; nil for the first.
    let moveForward: String?
    /// The name of the action that moves the picture one place back; nil for the last.
    let moveBack: String?

    /// What is wrong with the picture; nil if nothing is.
    let problem: String?

    /// - Parameters:
    ///   - number: the place of the picture, from 1.
    ///   - canCrop: whether a square can be cut out of it.
    init(number: Int, of count: Int, problem: String?, canCrop: Bool, _ interface: InterfaceTexts) {
        let app = AppTexts(language: interface.language)
        badge = number == 1 ? interface[.thumbnailBadge] : nil
        self.problem = problem
        let said = [interface.label(of: .images), app.position(number, of: count), badge, problem]
        label = said.compactMap(\.self).joined(separator: ", ")
        remove = interface.removeImage(number)
        crop = canCrop ? interface.sentence(.cropImage).replacing("{n}", with: "\(number)") : nil
        moveForward = number > 1 ? app[.movePictureForward] : nil
        moveBack = number < count ? app[.movePictureBack] : nil
    }
}
